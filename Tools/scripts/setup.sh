#!/bin/sh
# Installs what a build needs beside Swift, and the packages that are named, where they are
# missing. Does nothing, and needs no rights, where all is there.
set -eu

packages="liblua5.4-dev libsqlite3-dev libcurl4-openssl-dev libpcre2-dev zlib1g-dev libexpat1-dev pkg-config $*"

if ! command -v swift >/dev/null 2>&1; then
    echo "GhostVault is built with Swift 6.2 or later: https://www.swift.org/install" >&2
    exit 1
fi

if command -v dpkg-query >/dev/null 2>&1; then
    missing=""
    for package in $packages; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
    [ -n "$missing" ] || exit 0
    echo "Installing$missing"
    if [ "$(id -u)" -eq 0 ]; then run=""; else run=sudo; fi
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # shellcheck disable=SC2086 # the lists are meant to be split
    if ! { $run apt-get update -qq &&
        $run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            $missing; } >"$log" 2>&1; then
        cat "$log" >&2
        echo "Could not install$missing." >&2
        exit 1
    fi
elif command -v brew >/dev/null 2>&1; then
    for formula in lua@5.4 pcre2 "$@"; do
        brew list "$formula" >/dev/null 2>&1 || brew install "$formula"
    done
else
    echo "Install the development files of Lua 5.4, SQLite 3, libcurl, PCRE2, zlib and Expat." >&2
fi
