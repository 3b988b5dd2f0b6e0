#!/usr/bin/env bash
# Puts a program called sinew on the PATH of the steps that follow. Where
# INPUT_SINEW is set it is that binary, by a link: the name a program is called
# by names its cache, so the store is ~/.cache/sinew/store whatever the file is
# called. Else it is built from the checkout this script lies in.
#
# No input is printed: a line of a step's output can be a command to the runner.
set -euo pipefail

fail() {
  printf '::error::%s\n' "$1"
  exit 3
}

# path makes one that no command takes for an option.
path() {
  case $1 in
    /*) printf '%s' "$1" ;;
    *) printf '%s' "$PWD/$1" ;;
  esac
}

link() {
  local binary
  binary=$(path "$1")
  if [ ! -f "$binary" ] || [ ! -x "$binary" ]; then
    fail 'the input sinew names no program on this machine'
  fi
  ln -sf "$binary" "$bin/sinew"
}

build() {
  local root
  root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
  if ! grep -qx 'module sinew' "$root/go.mod" 2>/dev/null; then
    fail 'this action lies in no checkout of sinew; give the input sinew'
  fi
  if ! command -v go >/dev/null; then
    fail 'building sinew needs Go; set it up in a step before, or give the input sinew'
  fi
  (cd "$root" && GOWORK=off CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$bin/sinew" ./cmd/sinew)
}

bin=${RUNNER_TEMP:?}/sinew/bin
mkdir -p "$bin"
if [ -n "${INPUT_SINEW:-}" ]; then
  link "$INPUT_SINEW"
else
  rm -f "$bin/sinew"
  build
fi
"$bin/sinew" --version
printf '%s\n' "$bin" >>"${GITHUB_PATH:?}"
