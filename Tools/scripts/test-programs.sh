#!/bin/sh
# Puts programs that tests need into a folder, if the system lacks them: a secret
# service with its session bus and its tool, and a checker of systemd's units. Nothing
# is installed: a keyring that tests need must not become the keyring of the desktop
# they run on.
#
# Where that cannot be done, the tests that need them are left out, and say so;
# in CI that is an error.
set -eu

folder=$1
export LC_ALL=C

has() { command -v "$1" >/dev/null 2>&1 || [ -x "$folder/usr/bin/$1" ]; }
has_all() {
    has gnome-keyring-daemon && has secret-tool && has dbus-daemon && has systemd-analyze
}

has_all && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    # The keyring's libraries; not its prompt, which brings a graphical toolkit.
    libraries=$(apt-cache depends gnome-keyring | sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p')
    [ -n "$libraries" ] || return 1
    # shellcheck disable=SC2086 # the lists are meant to be split
    missing=$(apt-get install -s --no-install-recommends dbus-daemon systemd libsecret-tools \
        $libraries |
        sed -n 's/^Inst \([^ ]*\) (.*/\1/p') || return 1
    # shellcheck disable=SC2086
    (cd "$work" && apt-get download -qq gnome-keyring $missing)
}

update() { [ "$(id -u)" -ne 0 ] || apt-get update -qq; }

if ! { fetch || { update && fetch; }; } >"$work/log" 2>&1; then
    echo "Not all is tested: gnome-keyring, secret-tool, dbus-daemon or systemd is missing." >&2
    [ -n "${CI:-}" ] || exit 0
    cat "$work/log" >&2
    exit 1
fi
for package in "$work"/*.deb; do dpkg -x "$package" "$work/programs"; done
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/programs" "$folder"
