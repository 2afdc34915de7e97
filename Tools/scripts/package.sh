#!/bin/bash
# Makes a Debian package and an archive with install.sh from the programs in the folder $1, in the
# folder $2. The same commit and system make the same bytes.
set -euo pipefail
umask 022

programs=$(realpath "$1")
mkdir -p "$2"
output=$(realpath "$2")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$("$programs/ghostvault" --version)
machine=$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

# The newest version of the C library whose symbols the programs use.
glibc=$(readelf -VW "$programs/ghostvault" "$programs/ghostvault-demo-bank" |
    grep -oE 'GLIBC_[0-9.]+' | cut -d _ -f 2 | sort -uV | tail -1)
# Nothing but the C library may be loaded at the start: not of the toolchain, nor of a package that
# this script doesn't name.
others=$(readelf -dW "$programs/ghostvault" "$programs/ghostvault-demo-bank" |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -vE '^(ld-linux.*|lib(c|m|dl|pthread|rt|util|resolv))\.so' | sort -u || true)
if [ -n "$others" ]; then
    echo "The programs need libraries that no package is named for: $others" >&2
    exit 1
fi

# What the programs contain, with licences that must go with them.
copyright() {
    cat LICENSE
    for package in swift-argument-parser GRDB.swift TOMLKit; do
        for file in .build/checkouts/"$package"/LICENSE*; do
            [ -e "$file" ] || continue
            printf '\n\n== The programs contain %s. Its licence:\n\n' "$package"
            cat "$file"
        done
    done
    swift=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")/share/swift/LICENSE.txt
    if [ -e "$swift" ]; then
        printf '\n\n== The programs contain the libraries of Swift. Their licence:\n\n'
        cat "$swift"
    fi
    for package in liblua5.4-dev libpcre2-dev libsqlite3-dev zlib1g-dev libexpat1-dev; do
        file=/usr/share/doc/$package/copyright
        [ -e "$file" ] || continue
        printf '\n\n== The programs contain %s. Its licences:\n\n' "${package%-dev}"
        cat "$file"
    done
    printf '\n\n== The programs contain tables of brands and places. Their licences:\n\n'
    cat config/places/LICENSES.md
}

documents() {
    install -d "$1"
    install -m 644 README.md CHANGELOG.md "$1"
    install -d "$1/docs"
    install -m 644 docs/*.md "$1/docs"
    copyright >"$1/copyright"
}

pack() {
    tar --create --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$SOURCE_DATE_EPOCH" --directory="$1" "$2"
}

# Machine code is smaller with its jumps made alike; the filter for it is the processor's.
# The dictionary holds all of both programs, which share most of their libraries.
compress() {
    case $machine in
    x86_64) filter=--x86 ;;
    *) filter= ;;
    esac
    # shellcheck disable=SC2086 # no filter is no word
    xz --threads=1 $filter --lzma2=preset=9,dict=128MiB
}

archive() {
    name=ghostvault-$version-linux-$machine
    folder=$work/$name
    Tools/scripts/lay-out.sh "$programs" "$folder"
    documents "$folder/share/doc/ghostvault"
    install -m 755 Tools/scripts/install.sh "$folder"
    install -m 644 README.md LICENSE "$folder"
    echo "a $machine processor, glibc $glibc and libcurl" >"$folder/NEEDS"
    pack "$work" "$name" | compress >"$output/$name.tar.xz"
    echo "$output/$name.tar.xz"
}

debian() {
    root=$work/debian
    architecture=$(dpkg --print-architecture)
    Tools/scripts/lay-out.sh "$programs" "$root/usr" zsh/vendor-completions
    documents "$root/usr/share/doc/ghostvault"
    gzip -9n "$root"/usr/share/man/man1/* "$root/usr/share/doc/ghostvault/CHANGELOG.md"
    install -d "$root/DEBIAN"
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) \
        >"$root/DEBIAN/md5sums"
    cat >"$root/DEBIAN/control" <<CONTROL
Package: ghostvault
Version: $version
Architecture: $architecture
Maintainer: the GhostVault authors <noreply@ghostvault.invalid>
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: libc6 (>= $glibc), libcurl4 | libcurl3-gnutls
Recommends: ca-certificates
Suggests: libedit2, libnotify-bin, libsecret-tools
Section: utils
Priority: optional
Description: local-first personal finance from the terminal
 GhostVault syncs your transactions over SimpleFIN into one SQLite file and
 classifies them with your own rules in Lua. It shows what you are worth, and
 what you earn and spend. No server, no telemetry.
CONTROL
    find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    file=$output/ghostvault_${version}_$architecture.deb
    # As dpkg-deb does it, which knows nothing of filters.
    parts=$work/parts
    mkdir -p "$parts"
    echo 2.0 >"$parts/debian-binary"
    pack "$root/DEBIAN" . | xz -9 --threads=1 >"$parts/control.tar.xz"
    pack "$root" ./usr | compress >"$parts/data.tar.xz"
    rm -f "$file"
    (cd "$parts" && ar rcSD "$file" debian-binary control.tar.xz data.tar.xz)
    dpkg-deb --info "$file" >/dev/null
    echo "$file"
}

# Compressing takes a minute each, so side by side.
archive &
archiving=$!
if command -v dpkg-deb >/dev/null; then
    debian
else
    echo "No Debian package: dpkg-deb is not installed." >&2
fi
wait "$archiving"
