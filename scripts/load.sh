#!/usr/bin/env bash
# Drives a running service with ghz, on the loopback interface only: Observe again and again, many
# watches, Acts on several tabs, and all of them together. Each is done with the service and with an
# echo that answers with the same messages and has nothing behind it (bench/echo), so that the
# figures say what the service costs and not what the machine does. Everything ends by itself.
#
#   SPAN=5                how many seconds each measurement lasts
#   ROUNDS=1              how often service and echo take turns
#   STREAMS='50 200 1000' how many watches run at once
#   ONLY='observe watch'  which scenarios: observe, watch, act, mixed
set -euo pipefail
cd "$(dirname "$0")/.."

span=${SPAN:-5}
rounds=${ROUNDS:-1}
streams=${STREAMS:-50 200 1000}
only=${ONLY:-observe watch act mixed}

folder=$(mktemp -d)
running=()
stop() {
  kill -TERM "${running[@]}" 2>/dev/null || true
  wait "${running[@]}" || true
  rm -rf "$folder"
}
trap stop EXIT

# started PID FILE EXPRESSION prints what the expression finds in the file, once it does.
started() {
  local found
  until found=$(sed -n "$3" "$2") && [ -n "$found" ]; do
    kill -0 "$1" || { cat "$2" >&2; exit 1; }
    sleep 0.1
  done
  echo "$found"
}

touch "$folder/log" "$folder/address"
bin/observer-svc serve --listen 127.0.0.1:0 2>"$folder/log" &
running+=($!)
service=$(started $! "$folder/log" 's/.*msg=serving address=\([^ ]*\).*/\1/p')
bin/echo -like "$service" >"$folder/address" &
running+=($!)
echo=$(started $! "$folder/address" '/:/p')

# request BODY [MORE] opens a tab with the page in a session of its own and prints a request for it.
request() {
  local session
  session=$(bin/observer-svc observe --server "$service" --keep "data:text/html,<title>Load</title>$1" 2>&1 >/dev/null |
    sed -n 's/^--session \([^ ]*\) .*/\1/p')
  echo "{\"session_id\":\"$session\"${2:-}}"
}

# measure NAME WHO METHOD DATA ARGUMENTS… lets ghz call and prints a line of figures. A stream that
# ghz ended is a success. The rate of watches is that of their messages; they begin all at once.
measure() {
  local name=$1 who=$2 method=$3 data=$4 calls
  shift 4
  calls=$folder/$name-$who-$method
  $GHZ --insecure --proto proto/observer/v1/observer.proto -i proto,third_party/protovalidate \
    --call "observer.v1.ObserverService.$method" -d "$data" -O csv -o "$calls" "$@" "${!who}"
  sort -t, -g "$calls" | awk -F, -v "name=$name $method" -v "who=$who" -v "span=$span" -v "messages=$messages" -v "rates=$calls.rate" '
    $2 == "OK" || $2 == "Canceled" { ms[n++] = $1; next }
    $2 != "" && $2 != "status" { bad++; why = ": " $3 }
    function at(q) { return n ? ms[int(q * (n - 1))] : 0 }
    END {
      rate = name ~ /WatchDiff/ ? (n ? n * messages / at(1) * 1000 : 0) : n / span
      printf "  %-22s %-8s %9.1f/s  p50 %8.2f ms  p90 %8.2f ms  p99 %8.2f ms  %6d ok, %d errors%s\n",
        name, who, rate, at(.5), at(.9), at(.99), n, bad, why
      print rate >> rates
    }'
}

# compare NAME METHOD DATA ARGUMENTS… measures the service and the echo in turns.
compare() {
  local name=$1
  shift
  for _ in $(seq "$rounds"); do
    measure "$name" service "$@"
    measure "$name" echo "$@"
  done
  paste "$folder/$name-service-$1.rate" "$folder/$name-echo-$1.rate" |
    awk -v "name=$name $1" '{ a += $1; b += $2 } END { printf "  %-22s %.2f of the rate of the echo\n", name, b ? a / b : 0 }'
}

timed=(-z "${span}s" --duration-stop wait)
messages=40
counted=(--stream-call-count "$messages" --timeout 120s --connections 10)
click=',"steps":[{"click":{"ref":"e1"}}]'

small=$(request '<h1>Load</h1><button>One</button><p>Two</p>')
large=$(request '<ul id=l></ul><script>for(let i=0;i<500;i++)l.innerHTML+=`<li><a href=/${i}>Item ${i}</a> of 500</li>`</script>')
ticking=$(request '<p id=p>0</p><script>let n=0;setInterval(()=>p.textContent=++n,100)</script>')
clicks=
for _ in 1 2 3 4; do
  clicks+=,$(request '<button onclick="this.nextSibling.textContent=++n">Add</button><p>0</p><script>n=0</script>' "$click")
done
clicks=[${clicks#,}]

for scenario in $only; do
  echo "== $scenario"
  case $scenario in
  observe)
    compare small Observe "$small" -c 50 --connections 4 "${timed[@]}"
    compare large Observe "$large" -c 50 --connections 4 "${timed[@]}"
    compare alone Observe "$small" -c 1 --connections 1 "${timed[@]}"
    ;;
  watch)
    for n in $streams; do compare "$n" WatchDiff "$ticking" -n "$n" -c "$n" "${counted[@]}"; done
    ;;
  act)
    compare tabs Act "$clicks" -c 4 --connections 4 "${timed[@]}"
    ;;
  mixed)
    for who in service echo; do
      measure mixed "$who" WatchDiff "$ticking" -n 50 -c 50 "${counted[@]}" &
      watching=$!
      measure mixed "$who" Act "$clicks" -c 4 --connections 4 "${timed[@]}" &
      acting=$!
      measure mixed "$who" Observe "$large" -c 10 --connections 2 "${timed[@]}"
      wait "$watching" "$acting"
    done
    ;;
  esac
done
