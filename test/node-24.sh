#!/usr/bin/env bash
# Runs the tests on another line of Node (24 unless a version is given): `npm run test:node24`, `test/node-24.sh 22`.
# The binary comes from npm, into a temporary folder; nothing is installed on the machine.
set -eu -o pipefail
cd "$(dirname "$0")/.."
line="${1:-24}"
package="node-$(node -p 'process.platform')-$(node -p 'process.arch')"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# Not with --prefix: npm would look for its global settings (registry, certificates) in the temporary folder.
echo '{ "private": true }' >"$folder/package.json"
(cd "$folder" && npm install --no-save --no-package-lock --no-audit --no-fund "$package@$line")
export PATH="$folder/node_modules/$package/bin:$PATH"
echo "Testing on Node $(node --version)"
npm run test:ci
