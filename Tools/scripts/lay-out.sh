#!/bin/sh
# Puts the two programs from the folder $1, stripped, into the folder $2, with manual pages and
# completions. $3 is the folder for zsh below share/, by default zsh/site-functions.
set -eu

programs=$1
folder=$2
share=$folder/share
zsh=$share/${3:-zsh/site-functions}
bash=$share/bash-completion/completions
fish=$share/fish/vendor_completions.d

install -d "$folder/bin" "$share/man/man1" "$bash" "$zsh" "$fish"
install -s "$programs/ghostvault" "$programs/ghostvault-demo-bank" "$folder/bin"
ghostvault=$folder/bin/ghostvault
"$ghostvault" manual "$share/man/man1"
"$ghostvault" completions bash >"$bash/ghostvault"
"$ghostvault" completions zsh >"$zsh/_ghostvault"
"$ghostvault" completions fish >"$fish/ghostvault.fish"
