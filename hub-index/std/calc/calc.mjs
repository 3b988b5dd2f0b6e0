// Decimals are held as a whole number and a count of decimal places, so that
// nothing is rounded on the way: 0.1 + 0.2 is 0.3.

const signs = { sum: "+", difference: "-", product: "×", quotient: "÷" }
const longest = 20 // decimal places shown of a fraction that does not end

export default ({ first, operation, second }) => {
  const a = decimal(first)
  const b = decimal(second)
  const { value, exact } = work(operation, a, b)
  const question = operation === "percentage" ? `${text(a)}% of ${text(b)}` : `${text(a)} ${signs[operation]} ${text(b)}`
  return `${question} ${exact ? "=" : "≈"} ${text(value)}`
}

function work(operation, a, b) {
  switch (operation) {
    case "sum":
      return { value: sum(a, b), exact: true }
    case "difference":
      return { value: sum(a, { ...b, digits: -b.digits }), exact: true }
    case "product":
      return { value: product(a, b), exact: true }
    case "percentage":
      return { value: product(product(a, b), { digits: 1n, places: 2 }), exact: true }
    case "quotient":
      return quotient(a, b)
  }
  throw new Error(`no such operation: ${operation}`)
}

// decimal is a number as its digits and places, read from its shortest form.
// Up to fifteen digits that form is what was typed; past them it need not be.
function decimal(number) {
  const [mantissa, exponent = "0"] = String(number).split("e")
  const [whole, fraction = ""] = mantissa.split(".")
  const digits = BigInt(whole + fraction)
  if (!Number.isSafeInteger(number) && String(digits).replace(/^-|0+$/g, "").length > 15) {
    throw new Error(`${number} has too many digits to be read exactly`)
  }
  const places = fraction.length - Number(exponent)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

function sum(a, b) {
  const places = Math.max(a.places, b.places)
  return { digits: scaled(a, places) + scaled(b, places), places }
}

function product(a, b) {
  return { digits: a.digits * b.digits, places: a.places + b.places }
}

function quotient(a, b) {
  if (b.digits === 0n) throw new Error("nothing can be divided by zero")
  const places = Math.max(a.places, b.places)
  const over = scaled(a, places) * 10n ** BigInt(longest)
  const under = scaled(b, places)
  const exact = over % under === 0n
  return { value: { digits: exact ? over / under : nearest(over, under), places: longest }, exact }
}

// nearest is over / under to the nearest whole number, halves away from zero.
function nearest(over, under) {
  const negative = over < 0n !== under < 0n
  const [n, d] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

const scaled = ({ digits, places }, to) => digits * 10n ** BigInt(to - places)

function text({ digits, places }) {
  const sign = digits < 0n ? "-" : ""
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, "0")
  const fraction = all.slice(all.length - places).replace(/0+$/, "")
  const whole = all.slice(0, all.length - places)
  return sign + whole + (places > 0 && fraction ? "." + fraction : "")
}
