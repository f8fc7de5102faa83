#!/usr/bin/env bash
# Checks the files of packages/server/deploy without a container engine: executes the instructions of the Dockerfile in an
# empty folder, starts the server as its last one does, and checks the other files with the programs that read them.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
deploy="$repository/packages/server/deploy"
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

# Paths of the image in the folder.
placed() { sed -E 's#(^|[ =:"])/(source|packed|app|data)#\1'"$folder"'/\2#g'; }

mkdir "$folder/source" "$folder/app"
git -C "$repository" ls-files -z --cached --others --exclude-standard |
  tar -C "$repository" --null --files-from=- --create | tar -C "$folder/source" --extract
work=$folder/source
while read -r instruction rest; do
  case $instruction in
    WORKDIR) work=$(placed <<<"$rest") ;;
    # The user node exists in the image only.
    RUN) (cd "$work" && bash -euc "$(placed <<<"${rest/ && chown node:node \/data/}")" >/dev/null) ;;
    ENV) for setting in $rest; do export "$(placed <<<"$setting")"; done ;;
    HEALTHCHECK) health=${rest#*CMD } ;;
    CMD) command=$(placed <<<"$rest") ;;
  esac
done < <(grep -vE '^#|^$' "$deploy/Dockerfile")

port=$(node -e 'const s = require("node:net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })')
export PORT=$port HOST=127.0.0.1
words() { node -e 'for (const word of JSON.parse(process.argv[1])) console.log(word)' "$1"; }
readarray -t start < <(words "$command")
readarray -t check < <(words "$health")
"${start[@]}" >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 100); do
  if "${check[@]}"; then
    healthy=yes
    break
  fi
  sleep 0.1
done
[ "${healthy:-}" = yes ] || { cat "$folder/log" >&2; exit 1; }

mkdir "$folder/yaml"
npm install --prefix "$folder/yaml" --no-audit --no-fund --silent yaml@2.9.1
for file in "$deploy"/*.yaml; do
  (cd "$folder/yaml" && node -e '
    const { services } = require("yaml").parse(require("node:fs").readFileSync(0, "utf8"));
    if (!services["tools-api"].build.dockerfile) process.exit(1);' <"$file")
done
if command -v systemd-analyze >/dev/null; then
  # The program of the unit is not installed here.
  sed 's#^ExecStart=.*#ExecStart=/bin/true#' "$deploy/tools-api.service" >"$folder/tools-api.service"
  systemd-analyze verify "$folder/tools-api.service"
fi
echo 'built, started and healthy'
