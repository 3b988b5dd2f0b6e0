const patience = 10_000 // milliseconds

export default async ({ url }, { signal }) => {
  const started = performance.now()
  try {
    const response = await fetch(url, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    const took = Math.round(performance.now() - started)
    return `${url} answers ${response.status} in ${took} ms`
  } catch (error) {
    signal.throwIfAborted()
    return `${url} does not answer: ${reason(error)}`
  }
}

function reason(error) {
  if (error.name === "TimeoutError") return `nothing came within ${patience / 1000} seconds`
  const cause = error.cause ?? error
  return cause.code ?? cause.message
}
