#!/bin/sh
# Puts a secret service and a session bus for the tests into a folder, where
# the system has none. Nothing is installed: a keyring that tests need must not
# become the keyring of the desktop they run on.
#
# Where that cannot be done, the tests of the secret service are left out, and
# say so; in CI that is an error.
set -eu

folder=$1
export LC_ALL=C

if command -v gnome-keyring-daemon >/dev/null 2>&1 && command -v dbus-daemon >/dev/null 2>&1; then
    exit 0
fi
[ ! -x "$folder/usr/bin/gnome-keyring-daemon" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    # The keyring's libraries; not its prompt, which brings a graphical toolkit.
    libraries=$(apt-cache depends gnome-keyring | sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p')
    [ -n "$libraries" ] || return 1
    # shellcheck disable=SC2086 # the lists are meant to be split
    missing=$(apt-get install -s --no-install-recommends dbus-daemon $libraries |
        sed -n 's/^Inst \([^ ]*\) (.*/\1/p') || return 1
    # shellcheck disable=SC2086
    (cd "$work" && apt-get download -qq gnome-keyring $missing)
}

update() { [ "$(id -u)" -ne 0 ] || apt-get update -qq; }

if ! { fetch || { update && fetch; }; } >"$work/log" 2>&1; then
    echo "The secret service is not tested: gnome-keyring and dbus-daemon are missing." >&2
    [ -n "${CI:-}" ] || exit 0
    cat "$work/log" >&2
    exit 1
fi
for package in "$work"/*.deb; do dpkg -x "$package" "$work/keyring"; done
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/keyring" "$folder"
