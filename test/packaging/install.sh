#!/bin/sh
# Packs the three packages with npm and with pnpm, compares the tarballs, installs them into an empty folder, and uses their
# entry points from there.
set -eu
repository=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cd "$repository"
mkdir "$folder/pnpm"
npx -y pnpm@10.34.9 --filter='./packages/*' exec pnpm pack --pack-destination "$folder/pnpm" >/dev/null
for package in packages/*/; do
  (cd "$package" && npm pack --silent --pack-destination "$folder" >/dev/null)
done
cd "$folder"
for tarball in *.tgz; do
  for packer in . pnpm; do
    tar -tzf "$packer/$tarball" | sort >"$packer/files"
    tar -xzOf "$packer/$tarball" package/package.json | node -e '
      const { dependencies, version } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      console.log(version, JSON.stringify(dependencies));' >>"$packer/files"
  done
  cmp files pnpm/files
  if grep -q 'workspace:' files; then
    echo "the tarball $tarball depends on the workspace" >&2
    exit 1
  fi
done
if tar -tzf tools-api-core-*.tgz | grep -E 'tsbuildinfo|node_modules|\.test\.'; then
  echo 'the tarball holds what does not belong there' >&2
  exit 1
fi
for file in core:README.md adapters:README.md server:README.md server:guides/quickstart.md; do
  tar -tzf tools-api-"${file%%:*}"-*.tgz | grep -qx "package/${file#*:}" || {
    echo "the tarball lacks ${file}" >&2
    exit 1
  }
done
echo '{"private": true, "type": "module"}' >package.json
npm install --no-audit --no-fund --silent ./*.tgz

cat >use.js <<'END'
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { processPool } from "@tools-api/adapters/process-pool";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createMeter, defaultPlans, systemClock } from "@tools-api/core";
import { convertImage } from "@tools-api/core/image";
import { getProfile } from "@tools-api/core/profile";
import { analyzeText } from "@tools-api/core/text";
import { getUsage } from "@tools-api/core/usage";
import { createAccountApp, createApi } from "@tools-api/server";
import { createClient } from "@tools-api/server/client";
import { serveNode } from "@tools-api/server/node";

const { language } = await analyzeText("A stranger reads this with pleasure.");
assert.equal(language.code, "en");
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6"/></svg>';
const { width, height } = await convertImage(new TextEncoder().encode(svg), { format: "png" });
assert.deepEqual([width, height], [8, 6]);
const database = await openSqlite("file.db");
const documents = sqliteDocuments({ database });
assert.equal((await documents.commit([{ key: "a/1", value: 1 }])).committed, true);
await documents.close();
database.close();
const stores = { documents: memoryDocuments(), usage: memoryUsage() };
const api = createApi({ ...stores, authenticator: apiKeyAuthenticator(stores) });
assert.equal((await api.request("/v1/user/profile")).status, 401);
const client = createClient({ baseUrl: "http://localhost", token: "tk_live_a", fetch: async (...r) => api.fetch(new Request(...r)) });
await assert.rejects(client.profile(), { name: "ApiError", code: "invalid_credentials" });
const passwords = scryptHasher();
const authenticator = apiKeyAuthenticator(stores);
const accounts = createAccountApp({ ...stores, authenticator, passwords, publicUrl: "http://localhost" });
const loaded = [];
for (const [app, path] of [[api, "/docs"], [accounts, "/sign-in"]]) {
  const html = await (await app.request(path)).text();
  for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    loaded.push(asset.split(".").at(-1));
    assert.equal((await app.request(asset)).status, 200, asset);
  }
}
assert.deepEqual([...new Set(loaded)].sort(), ["css", "js", "svg"]);
for (const name of [createMeter, getProfile, getUsage, processPool, serveJobs, serveNode]) assert.equal(typeof name, "function");
assert.equal(typeof defaultPlans.free.dailyLimit + typeof systemClock.now(), "numbernumber");
assert.match(await readFile("node_modules/@tools-api/core/LICENSE", "utf8"), /MIT/);
END
node use.js
echo 'It is a wonderful day.' | npx tools-api analyze - --type sentiment | grep -q '"positive"'
echo 'packed, installed and used'
