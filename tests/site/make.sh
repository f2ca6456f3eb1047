#!/usr/bin/env bash
# Makes the whole site with the javadoc: tests/site/make.sh [DIR], by default target/site. Fails when a link leads nowhere.
set -eu
out=${1:-$(dirname "$0")/../../target/site}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/../.."
mvn --batch-mode --quiet -P release compile javadoc:aggregate \
    -pl .,actors,actors/tools,cluster-config,cluster-config/service,cluster-config/testkit,actors/browser,actors/cli,cluster-config/demo,cluster-config/client,cluster-config/torture,cluster-config/cli
rm -rf "$out/api"
cp -r target/reports/apidocs "$out/api"
cluster-config/bin/symposium site "$out" --checkout .
