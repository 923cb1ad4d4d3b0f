#!/bin/sh
# Test vectors of docs/proof.md, by openssl, xxd and bc alone: `sh tests/rules/draw_vectors.sh > tests/rules/draw_vectors.txt`.
set -eu

hex() { printf '%s' "$1" | xxd -p | tr -d '\n'; }
number() { printf "%0${2}x" "$1"; }
named() { printf '%02x%s' "${#1}" "$(hex "$1")"; }
value() { echo "ibase=16; $(echo "$1" | tr a-f A-F)" | BC_LINE_LENGTH=0 bc; }

commitment() { # seed table
    echo "commitment $1 $2 $(printf '%s' "$(hex 'stammtisch seed 1')0a$(named "$2")$1" | xxd -r -p | openssl dgst -sha256 -r | cut -d' ' -f1)"
}

draw() { # seed table salt n bound
    all=$(echo '2^256' | BC_LINE_LENGTH=0 bc)
    block=0
    while :; do
        text="$(hex 'stammtisch draw 1')0a$(named "$2")$(number "$3" 16)$(number "$4" 16)$(number "$block" 8)"
        mac=$(printf '%s' "$text" | xxd -r -p | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -r | cut -d' ' -f1)
        drawn=$(value "$mac")
        if [ "$(echo "$drawn < $all - $all % $5" | BC_LINE_LENGTH=0 bc)" = 1 ]; then
            echo "draw $1 $2 $3 $4 $5 $block $(echo "$drawn % $5" | BC_LINE_LENGTH=0 bc)"
            return
        fi
        block=$((block + 1))
    done
}

# half is 2^255 + 1: nearly half of all blocks are passed over; all is 2^256.
zero=0000000000000000000000000000000000000000000000000000000000000000
one=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
two=ff7f00c3a55a9e3779b97f4a7c15bf58476d1ce4e5b994d049bb133111eb8123
half=57896044618658097711785492504343953926634992332820282019728792003956564819969
all=115792089237316195423570985008687907853269984665640564039457584007913129639936

for seed in $zero $one $two; do commitment "$seed" 0123456789A; commitment "$seed" zZyYxXwWvVu; done
for seed in $one $two; do
    for n in 0 1 2 3 255 256 65536 4294967296; do
        for bound in 1 2 6 100; do draw "$seed" 0123456789A 1300000000000000001 "$n" "$bound"; done
    done
done
draw $zero 0123456789A 1300000000000000001 0 6
draw $one zZyYxXwWvVu 1300000000000000001 0 6
draw $one 0123456789A 1300000000000000002 0 6
draw $one 0123456789A 9223372036854775807 0 6
draw $one 1 1 1 "$all"
for n in 0 1 2 3 4 5 6 7 8 9 10 11; do draw $two 0123456789A 1300000000000000001 $n $half; done
