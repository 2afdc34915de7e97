#!/bin/sh
# Puts what reads a vault in tests into a folder, if the system lacks it: SQLite's shell,
# and Datasette, pandas and DuckDB with its reader of SQLite files, for the system's Python.
#
# Where that cannot be done, the tests that need them are left out, and say so; in CI
# that is an error.
set -eu

folder=$1
export LC_ALL=C

has_shell() { command -v sqlite3 >/dev/null 2>&1 || [ -x "$folder/usr/bin/sqlite3" ]; }
has_modules() {
    PYTHONPATH="$folder/python" /usr/bin/python3 -c \
        'import pandas, duckdb, duckdb_extension_sqlite_scanner, datasette' >/dev/null 2>&1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch_shell() {
    (cd "$work" && apt-get download -qq sqlite3) && dpkg -x "$work"/sqlite3*.deb "$folder"
}
# The extension is of one version of DuckDB.
fetch_modules() {
    python3 -m venv "$work/python" && "$work/python/bin/pip" install -q --no-compile \
        --python-version "$(/usr/bin/python3 -c 'import platform; print(platform.python_version())')" \
        --only-binary :all: --target "$folder/python" \
        datasette pandas 'duckdb==1.5.5' 'duckdb-extension-sqlite-scanner==1.5.5'
}

mkdir -p "$folder"
if ! { { has_shell || fetch_shell; } && { has_modules || fetch_modules; }; } >"$work/log" 2>&1; then
    echo "Not all is tested: sqlite3, pandas, DuckDB or Datasette is missing." >&2
    [ -n "${CI:-}" ] || exit 0
    cat "$work/log" >&2
    exit 1
fi
