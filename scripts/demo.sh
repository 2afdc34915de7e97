#!/bin/sh
# Takes a vault from nothing to the dashboard, over HTTP on this machine, with
# a made-up bank. Leaves the vault in demo-vault.
set -eu

programs=$(cd "$1" && pwd)
ghostvault="$programs/ghostvault"
vault=demo-vault
# A made-up bank is nothing for the keyring of a person's desktop.
export GHOSTVAULT_SECRETS=file
work=$(mktemp -d)
bank=""

finish() {
    [ -z "$bank" ] || kill "$bank" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

say() { printf '\n\033[2m$ %s\033[0m\n' "$1"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '\n$ %s\n' "$1"; }

rm -rf "$vault"
say "ghostvault demo-bank --token-file TOKEN &"
"$ghostvault" demo-bank --months 24 --token-file "$work/token" --parent-pid $$ \
    >"$work/bank.log" 2>&1 &
bank=$!
tries=0
until [ -s "$work/token" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ] || ! kill -0 "$bank" 2>/dev/null; then
        cat "$work/bank.log" >&2
        echo "The demo bank did not start." >&2
        exit 1
    fi
    sleep 0.1
done
head -n 1 "$work/bank.log"

say "ghostvault connect --token-file TOKEN --allow-http-on-loopback --no-questions"
"$ghostvault" connect --vault "$vault" --token-file "$work/token" --allow-http-on-loopback \
    --name "Demo bank" --no-questions

say "cat $vault/rules/20-coffee.lua"
cat >"$vault/rules/20-coffee.lua" <<'RULE'
rule {
    name = "Coffee to go is fun",
    when = { payee = contains "coffee", size = less(10) },
    set = { category = "entertainment", lens = "want" },
}
RULE
cat "$vault/rules/20-coffee.lua"

say "ghostvault apply-rules --list 4"
"$ghostvault" apply-rules --vault "$vault" --list 4

newest() {
    "$ghostvault" transactions --vault "$vault" "$@" --limit 1 --json |
        sed -n 's/^ *"id": \([0-9]*\),*$/\1/p' | head -n 1
}

# One that the rule changed: a purchase below 10.
coffee=$(newest --text coffee --class expense --max 9.99)
say "ghostvault transactions set $coffee --category dining"
"$ghostvault" transactions set --vault "$vault" "$coffee" --category dining

say "ghostvault undo"
"$ghostvault" undo --vault "$vault"

say "ghostvault"
"$ghostvault" --vault "$vault"

paycheck=$(newest --class income)
cat <<END

The vault is in $vault. The made-up bank stops with this script: all but a sync works.
Try next:

  export PATH="$programs:\$PATH" GHOSTVAULT_VAULT="\$PWD/$vault"
  ghostvault transactions --month $(date -u +%Y-%m) --category dining
  ghostvault explain $paycheck
  ghostvault income
END
