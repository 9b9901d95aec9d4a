#!/bin/sh
# What clew does, in two minutes: eight pages about an island that change their mind over time.
# Every command is printed before it runs. CLEW names the program, `clew` by default.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$here"/demo/*.txt "$folder"
cd "$folder"
export CLEW_MEMORY="$folder/skarholm.clew"

say() {
    printf '\n\033[1m%s\033[0m\n' "$*"
}

run() { # prints a command as one would type it, then runs it; 3 means that no fact answers
    printf '\n$ clew'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9._/-]*) printf ' "%s"' "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    ${CLEW:-clew} "$@" || test $? -eq 3
}

secret() { # is the code of the safe anywhere in the memory's files?
    printf '\n$ cat skarholm.clew* | grep -a -o 447136 | wc -l\n'
    cat "$CLEW_MEMORY"* | grep -a -o 447136 | wc -l
}

say "1. Learn. Each file's name gives its date and its source; no key, no network."
run remember 2024-*.txt

say "2. Recall. Every hit says why it came, since when it holds and where it was read."
run recall "the old logbook" -k 3

say "3. Ask. An answer names its sources; what is not there is not made up."
run ask "Who is the director of the lighthouse museum?"
run ask "Where is the logbook?"
run ask "Who wrote the logbook?"

say "4. What was superseded is closed, not lost: the same questions, as of earlier."
run ask "Who is the director of the lighthouse museum?" --as-of 2024-04-01
run ask "Where is the logbook?" --as-of 2024-06-01
run history "brass key"

say "5. Forget. One page was private; what only it had ended is true again."
run ask "Who has the brass key?"
secret
run forget --source 2024-06-20-secret.txt --yes
secret
run ask "Who has the brass key?"
run check

say "6. Act. An agent that remembers finds a treasure by rules, then tells where the key was."
run play clew/TreasureHunt-v0 --seed 1 --rooms 5 --keys 3 --memory hunt.clew
run ask "Where was the golden key?" --memory hunt.clew
