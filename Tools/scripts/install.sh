#!/bin/sh
# Installs GhostVault from the unpacked archive into PREFIX, by default ~/.local. Replaces an
# older version. `install.sh --uninstall` removes what it installed.
set -eu

prefix=${PREFIX:-$HOME/.local}
cd "$(dirname "$0")"

case ${1:-} in
"") ;;
--uninstall)
    find bin share -type f | while IFS= read -r file; do rm -f "$prefix/$file"; done
    echo "Removed GhostVault from $prefix. Your vault stays."
    exit 0
    ;;
*)
    echo "Usage: [PREFIX=FOLDER] install.sh [--uninstall]" >&2
    exit 64
    ;;
esac

if ! version=$(bin/ghostvault --version); then
    echo "This system is too old for the programs, or has another processor." >&2
    echo "They need $(cat NEEDS)." >&2
    exit 1
fi
find bin share -type f | while IFS= read -r file; do
    mode=644
    [ "${file%%/*}" = share ] || mode=755
    install -d "$prefix/$(dirname "$file")"
    # A program that runs meanwhile keeps its old file.
    install -m "$mode" "$file" "$prefix/$file"
done
echo "Installed GhostVault $version in $prefix."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "Add $prefix/bin to your PATH." ;;
esac
echo "To try it: ghostvault demo"
