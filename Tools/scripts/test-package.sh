#!/bin/bash
# Installs the packages of the folder $1 without the toolchain, and runs the demo from each. Fails
# where one is larger than 25 MB, needs a library that no package of Debian's is named for, or takes
# longer than a minute.
set -euo pipefail

packages=$(realpath "$1")
work=$(mktemp -d)
bank_of=""
finish() {
    [ -z "$bank_of" ] || clean "$bank_of" ghostvault demo --stop >/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# A command without the person's environment, and with no programs but those in one folder.
clean() {
    local folder=$1
    shift
    env -i HOME="$work/home" PATH="$folder" "$folder/$1" "${@:2}"
}

runs_demo() {
    local output=$work/output
    bank_of=$1
    rm -rf "$work/home" && mkdir "$work/home"
    timeout 60 env -i HOME="$work/home" PATH="$1" "$1/ghostvault" demo >"$output" 2>&1 </dev/null ||
        { cat "$output" >&2; fail "The demo failed, or took longer than a minute."; }
    grep -q '^Net worth' "$output" || { cat "$output" >&2; fail "The demo shows no dashboard."; }
    [ "$(clean "$1" ghostvault demo --stop)" = "Stopped the made-up bank." ] ||
        fail "The made-up bank did not run."
    bank_of=""
    echo "$2: the demo ran."
}

has_files() {
    local file
    for file in bin/ghostvault bin/ghostvault-demo-bank "$2" \
        share/bash-completion/completions/ghostvault \
        share/fish/vendor_completions.d/ghostvault.fish share/doc/ghostvault/copyright \
        share/doc/ghostvault/docs/rules.md "$3"; do
        [ -s "$1/$file" ] || fail "The package lacks $file."
    done
}

for package in "$packages"/*.deb "$packages"/*.tar.xz; do
    [ -e "$package" ] || fail "There is no $package."
    size=$(stat -c %s "$package")
    echo "$(basename "$package"): $((size / 1000)) kB"
    [ "$size" -le 25000000 ] || fail "$package is larger than 25 MB."
done

# An empty root: dpkg installs there what the package holds, and removes it again.
root=$work/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
touch "$root/var/lib/dpkg/status"
system_dpkg() {
    dpkg --root="$root" --log=/dev/null --force-not-root --ignore-depends=libc6,libcurl4 "$@" \
        >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; fail "dpkg failed."; }
}
system_dpkg --install "$packages"/*.deb
has_files "$root/usr" share/man/man1/ghostvault.1.gz share/zsh/vendor-completions/_ghostvault
for program in ghostvault ghostvault-demo-bank; do
    libraries=$(ldd "$root/usr/bin/$program")
    if grep -E 'not found|swift' <<<"$libraries"; then fail "$program needs these."; fi
done
# The bank is small as long as it does without full Foundation.
[ "$(stat -c %s "$root/usr/bin/ghostvault-demo-bank")" -le 25000000 ] ||
    fail "ghostvault-demo-bank is larger than 25 MB. Does it import Foundation?"
runs_demo "$root/usr/bin" "Debian package"
system_dpkg --verify ghostvault
system_dpkg --remove ghostvault
left=$(find "$root/usr" -type f 2>/dev/null || true)
[ -z "$left" ] || fail "The removed package leaves $left."

# The archive, installed for one person.
mkdir "$work/archive"
tar -xJf "$packages"/*.tar.xz -C "$work/archive" --strip-components=1
prefix=$work/prefix
PREFIX=$prefix "$work/archive/install.sh" >/dev/null
has_files "$prefix" share/man/man1/ghostvault.1 share/zsh/site-functions/_ghostvault
runs_demo "$prefix/bin" "archive"
PREFIX=$prefix "$work/archive/install.sh" --uninstall >/dev/null
left=$(find "$prefix" -type f)
[ -z "$left" ] || fail "install.sh --uninstall leaves $left."
