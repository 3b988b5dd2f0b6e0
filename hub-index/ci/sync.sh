#!/usr/bin/env bash
# Runs sinew sync in the project INPUT_WORKING_DIRECTORY, then sinew sync
# --check unless INPUT_CHECK is false. Exits with sinew's own code: 3 when a
# person has to mend something.
#
# No input is printed: a line of a step's output can be a command to the runner.
set -euo pipefail

fail() {
  printf '::error::%s\n' "$1"
  exit 3
}

# truth refuses a typing error, which would otherwise leave a check out.
truth() {
  case $2 in
    true | false) ;;
    *) fail "the input $1 is neither true nor false" ;;
  esac
}

check=${INPUT_CHECK:-true}
offline=${INPUT_OFFLINE:-false}
truth check "$check"
truth offline "$offline"

project=${INPUT_WORKING_DIRECTORY:-.}
case $project in
  /*) ;;
  *) project=./$project ;;
esac
# From a folder without an evoke.toml sinew looks further up, and at last at the
# home project: a mistyped folder would pass.
if [ ! -f "$project/evoke.toml" ]; then
  fail 'the input working-directory names no folder that holds an evoke.toml'
fi
cd "$project"

status=0
if [ "$offline" = true ]; then
  sinew sync --offline || status=$?
else
  sinew sync || status=$?
fi

# Where a person has to mend something, the check names all of it.
if [ "$check" = true ] && { [ "$status" -eq 0 ] || [ "$status" -eq 3 ]; }; then
  sinew sync --check || status=$?
fi
exit "$status"
