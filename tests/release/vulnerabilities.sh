#!/usr/bin/env bash
# Asks OSV (https://osv.dev) for the known vulnerabilities of what the published modules are made of, by their SBOMs:
#
#   tests/release/vulnerabilities.sh            makes the SBOMs by mvn package -P release; what follows goes to Maven
#   tests/release/vulnerabilities.sh --nvd      asks the National Vulnerability Database by OWASP's dependency-check: hours at first
#   OSV=http://localhost:8080 tests/release/vulnerabilities.sh    another address of the same API
#
# Exits with 0 when none is known, 1 when there are some, each of which is printed, and 2 when that cannot be told: the service is
# not reachable, or the build fails. Needs curl.
set -u
cd "$(dirname "$0")/../.."
osv=${OSV:-https://api.osv.dev}
check=org.owasp:dependency-check-maven:12.1.8

if [ "${1:-}" = --nvd ]; then
    shift
    if ! curl --silent --show-error --max-time 20 --output /dev/null 'https://services.nvd.nist.gov/rest/json/cves/2.0?resultsPerPage=1'; then
        echo "the National Vulnerability Database is not reachable: nothing has been checked" >&2
        exit 2
    fi
    exec mvn --batch-mode "$check:aggregate" -DfailBuildOnCVSS=0 -DskipTestScope=true "$@"
fi

if ! curl --silent --show-error --fail --max-time 20 --output /dev/null --data '{"queries":[]}' "$osv/v1/querybatch"; then
    echo "$osv is not reachable: nothing has been checked" >&2
    exit 2
fi
if ! mvn --batch-mode --quiet -P release package -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true "$@"; then
    echo "the SBOMs cannot be made: nothing has been checked" >&2
    exit 2
fi
mapfile -t packages < <(find . -path ./tests -prune -o -name '*-sbom.json' -path '*/target/*' -exec grep -hoE '"purl" *: *"pkg:maven/[^"?]*' {} + |
    sed 's/.*"//' | grep -v '^pkg:maven/symposium/' | sort -u)
if [ ${#packages[@]} -eq 0 ]; then
    echo "there is no SBOM: nothing has been checked" >&2
    exit 2
fi
found=0
for package in "${packages[@]}"; do
    if ! answer=$(curl --silent --show-error --fail --max-time 60 --data "{\"package\":{\"purl\":\"$package\"}}" "$osv/v1/query"); then
        echo "$osv does not answer for $package" >&2
        exit 2
    fi
    for id in $(grep -oE '"id" *: *"[^"]*"' <<<"$answer" | sed 's/.*"\([^"]*\)"$/\1/' | sort -u); do
        echo "$package: $id"
        found=1
    done
done
echo "${#packages[@]} packages have been checked"
exit $found
