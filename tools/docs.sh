#!/bin/sh
# docs.sh PECK DIR — man pages and shell completions, as the program itself prints them.
set -eu
peck=$1
share=$2/share
rm -rf "$share"
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d"
"$peck" manual >"$share/man/man1/peck.1"
for verb in $("$peck" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
    "$peck" manual "$verb" >"$share/man/man1/peck-$verb.1"
done
"$peck" completion bash >"$share/bash-completion/completions/peck"
"$peck" completion zsh >"$share/zsh/site-functions/_peck"
"$peck" completion fish >"$share/fish/vendor_completions.d/peck.fish"
echo "written to $share"
