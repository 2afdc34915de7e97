#!/bin/sh
# Starts the two programs as they are installed, in the folder $1, with a library preloaded that
# sets a variable. Fails where a program loses its arguments. The libraries of Swift are linked
# into these, unlike into what the tests run.
set -eu

programs=$(cd "$1" && pwd)
[ "$(uname -s)" = Linux ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/set.c" <<'C'
#include <stdlib.h>
__attribute__((constructor)) static void set(void) { setenv("ANY", "1", 1); }
C
clang -shared -fPIC -o "$work/set.so" "$work/set.c"

# Without its arguments a program shows a dashboard, or serves without end.
starts() {
    timeout 20 env LD_PRELOAD="$work/set.so" "$programs/$1" "$2" >"$work/output" 2>&1 </dev/null ||
        true
    grep -q "$3" "$work/output" && return
    echo "$1 $2, with a library preloaded, said:" >&2
    cat "$work/output" >&2
    exit 1
}
export GHOSTVAULT_VAULT="$work/vault"
starts ghostvault --version '^[0-9]*\.[0-9]*\.[0-9]*$'
starts ghostvault-demo-bank --help '^USAGE: ghostvault-demo-bank'
