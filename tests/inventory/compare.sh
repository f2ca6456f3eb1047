#!/usr/bin/env bash
# Compares what the catalogue holds now with what it held before its restructuring: tests/inventory/before.txt.gz, read through the
# renamings of tests/inventory/renamed.txt. Prints what is lost, changed and new; exits with 1 when a line is lost or changed unaccounted for.
# Wants the tests compiled: mvn -DskipTests package
set -eu
cd "$(dirname "$0")/../.."
exec java -Xmx4g -cp "cluster-config/cli/target/symposium.jar:tests/target/test-classes" symposium.inventory.Compare \
    tests/inventory/before.txt.gz tests/inventory/renamed.txt "$@"
