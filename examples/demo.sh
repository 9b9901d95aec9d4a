#!/bin/sh
# What clew does, in two minutes, with eight dated pages about an island where things change.
# Every command is printed before it runs. CLEW names the program, `clew` by default.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
page=$(mktemp -d)/skarholm.html # it stays, to be looked at
trap 'rm -rf "$folder"' EXIT
cp "$here"/demo/*.txt "$folder"
cd "$folder"
export CLEW_MEMORY="$folder/skarholm.clew"

say() {
    printf '\n\033[1m%s\033[0m\n' "$*"
}

run() { # prints a command as one would type it and runs it; exit code 3: nothing answers the question
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

secret() { # counts the code of the safe in the bytes of the memory file
    printf '\n$ cat skarholm.clew* | grep -a -o 447136 | wc -l\n'
    cat "$CLEW_MEMORY"* | grep -a -o 447136 | wc -l
}

say "1. Learn. A file's name gives its date and its source. No key, no network."
run remember 2024-*.txt

say "2. Recall. Every hit says why it was found, since when it holds and where it was read."
run recall "the old logbook" -k 3

say "3. Ask. An answer names its sources. Where no fact answers, nothing is made up."
run ask "Who is the director of the lighthouse museum?"
run ask "Where is the logbook?"
run ask "Who wrote the logbook?"

say "4. Look back. What was superseded is kept: the same questions, as of an earlier day."
run ask "Who is the director of the lighthouse museum?" --as-of 2024-04-01
run ask "Where is the logbook?" --as-of 2024-06-01
run history "brass key"

say "5. Forget. One page was private. What only that page had ended is true again."
run ask "Who has the brass key?"
secret
run forget --source 2024-06-20-secret.txt --yes
secret
run ask "Who has the brass key?"
run check

say "6. Act. An agent explores, remembers and finds a treasure. Then its memory tells where the key is."
run play clew/TreasureHunt-v0 --seed 1 --rooms 5 --keys 3 --memory hunt.clew
run ask "Where was the golden key?" --memory hunt.clew

say "7. Look. The memory as one page: graph, cards, times, texts. No server: open it in a browser."
run draw "$page" --page
