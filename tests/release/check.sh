#!/usr/bin/env bash
# Deploys what is published into a directory, as it would go to Maven Central, and checks it:
#
#   tests/release/check.sh                      the version of the poms, without -SNAPSHOT
#   tests/release/check.sh 1.0.0                another one; what follows goes to Maven, which cannot deploy offline
#
# Two copies of the checkout, with what is not committed but not what git ignores, are built from nothing under
# tests/target/release, in directories, time zones, locales and umasks that differ. Then
#
# - exactly the modules are there that do not set maven.deploy.skip, of each pom and jar, and beside a jar those of its sources
#   and its javadoc and its SBOM, each file with its checksums;
# - each pom has name and description, and of its own or from its parents url, licences, developers and scm, and no repositories;
# - no pom and no SBOM names a SNAPSHOT;
# - the BOM has each of these jars, and nothing else;
# - both copies have the same bytes in every file, and in the executable jars and the zip, which are not deployed.
#
# Prints each difference, and exits with 1 when there is one. The files are not signed, and nothing is sent anywhere: Central
# needs a signature by GPG of each file besides, and a group id that belongs to who publishes.
#
# TeaVM's engine.wasm has the same bytes since it is compiled in a virtual machine of its own: actors/browser/pom.xml.
# Archives keep the modes of files: a build under umask 077 has other bytes.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/tests/target/release
snapshot=$(sed -n 's#^  <version>\(.*\)</version>#\1#p' pom.xml | head -n 1)
version=${snapshot%-SNAPSHOT}
case ${1:-} in
    *-SNAPSHOT)
        echo "usage: $0 [VERSION] [MAVEN-OPTION...], and no SNAPSHOT" >&2
        exit 64
        ;;
    [0-9]*)
        version=$1
        shift
        ;;
esac
group=symposium
jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
differences=0

say() {
    echo "$1"
    differences=$((differences + 1))
}

# Into a directory, the checkout with the version that is to be published.
copy() {
    local pom
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard |
        while IFS= read -r -d '' file; do
            [ ! -e "$file" ] || printf '%s\0' "$file"
        done | tar --create --null --files-from=- | tar --extract --directory "$1"
    while IFS= read -r -d '' pom; do
        sed "s#<version>$snapshot</version>#<version>$version</version>#" "$pom" >"$pom.new" && mv "$pom.new" "$pom"
    done < <(find "$1" -name pom.xml -print0)
}

# Deploys the copy in a directory into another one; the rest goes to Maven.
deploy() {
    local copy=$1 into=$2
    shift 2
    echo "deploying $version from ${copy#"$root"/}; the log is ${copy#"$root"/}.log"
    if ! (cd "$copy" && mvn --batch-mode -P release,distribution deploy -DskipTests -Dmaven.test.skip=true -Dinvoker.skip=true -Dconsumer.skip=true \
        -Dmaven.install.skip=true -DaltDeploymentRepository="local::file://$into" "$@" >"$copy.log" 2>&1 </dev/null); then
        grep -m 20 '^\[ERROR\]' "$copy.log"
        echo "the build in ${copy#"$root"/} fails"
        exit 1
    fi
}

# The poms of the modules, from the one in a directory on.
modules() {
    local module
    echo "$1/pom.xml"
    for module in $(sed -n 's#^    <module>\(.*\)</module>#\1#p' "$1/pom.xml"); do
        modules "$1/$module"
    done
}

# An element of a pom that is no part of another.
element() {
    sed -n "s#^  <$2>\(.*\)</$2>#\1#p" "$1" | head -n 1
}

# Of a deployed artifact without its ending: where it is.
deployed() {
    echo "$first/$group/$1/$version/$1-$version"
}

# Whether an artifact's pom has an element, or one of its parents' has.
inherits() {
    local pom parent
    pom=$(deployed "$1").pom
    [ -f "$pom" ] || return 1
    grep -q "^  <$2\([ >]\|\$\)" "$pom" && return 0
    parent=$(sed -n '/^  <parent>/,/^  <\/parent>/s#.*<artifactId>\(.*\)</artifactId>.*#\1#p' "$pom")
    [ -n "$parent" ] && inherits "$parent" "$2"
}

# What differs within two jars.
within() {
    local inner
    rm -rf "$work/unpacked" && mkdir -p "$work/unpacked/1" "$work/unpacked/2"
    (cd "$work/unpacked/1" && "$jar" --extract --file "$1") && (cd "$work/unpacked/2" && "$jar" --extract --file "$2") || return
    inner=$(cd "$work/unpacked" && diff -rq 1 2 | head -n 20)
    echo "${inner:-the order, the times or the modes of its entries}" | sed 's/^/    /'
    rm -rf "$work/unpacked"
}

same() {
    if [ ! -f "$2" ] || [ ! -f "$3" ]; then
        say "$1: one of the two builds does not have it"
    elif ! cmp -s "$2" "$3"; then
        say "$1: the two builds differ"
        case $1 in
            *.jar | *.zip) within "$2" "$3" ;;
            *) diff "$2" "$3" | head -n 10 | sed 's/^/    /' ;;
        esac
    fi
}

rm -rf "$work" && mkdir -p "$work" || exit 1
first=$work/first-repository
second=$work/second-repository
copy "$work/first"
copy "$work/another directory/second"
deploy "$work/first" "$first" "$@"
(
    umask 002
    export TZ=Asia/Kathmandu LC_ALL=C
    deploy "$work/another directory/second" "$second" "$@"
) || exit 1

# What is published.
artifacts=()
jars=()
while IFS= read -r pom; do
    grep -q '<maven.deploy.skip>true<' "$pom" && continue
    artifact=$(element "$pom" artifactId)
    artifacts+=("$artifact")
    [ "$(element "$pom" packaging)" = pom ] || jars+=("$artifact")
done < <(modules "$work/first")
for each in "$first/$group"/*; do
    [[ " ${artifacts[*]} " == *" ${each##*/} "* ]] || say "${each##*/}: is deployed, and should not be"
done

for artifact in "${artifacts[@]}"; do
    files=(.pom)
    [[ " ${jars[*]} " != *" $artifact "* ]] || files+=(.jar -sources.jar -javadoc.jar -cyclonedx.json)
    for file in "${files[@]}"; do
        path=$(deployed "$artifact")$file
        if [ ! -s "$path" ]; then
            say "$artifact: no ${path##*/}"
            continue
        fi
        for sum in md5 sha1; do
            if [ ! -f "$path.$sum" ]; then
                say "$artifact: no ${path##*/}.$sum"
            elif [ "$("${sum}sum" <"$path" | cut -d ' ' -f 1)" != "$(cut -d ' ' -f 1 "$path.$sum")" ]; then
                say "$artifact: ${path##*/}.$sum is that of another file"
            fi
        done
        wanted=
        case $file in
            .jar) wanted='\.class$' ;;
            -sources.jar) wanted='\.java$' ;;
            -javadoc.jar) wanted='^index\.html$' ;;
            -cyclonedx.json)
                grep -q "\"purl\" *: *\"pkg:maven/$group/$artifact@$version" "$path" || say "$artifact: its SBOM is of something else"
                ;;
        esac
        [ -z "$wanted" ] || "$jar" --list --file "$path" | grep -c "$wanted" >/dev/null || say "$artifact: nothing like $wanted in ${path##*/}"
    done
    pom=$(deployed "$artifact").pom
    [ -f "$pom" ] || continue
    for wanted in name description; do
        [ -n "$(element "$pom" "$wanted")" ] || say "$artifact: its pom has no $wanted"
    done
    for wanted in url licenses developers scm; do
        inherits "$artifact" "$wanted" || say "$artifact: neither its pom nor its parents' have $wanted"
    done
    for unwanted in repositories pluginRepositories; do
        ! grep -q "<$unwanted>" "$pom" || say "$artifact: its pom has $unwanted"
    done
done

while IFS= read -r found; do
    say "names a SNAPSHOT: ${found#"$first"/}"
done < <(grep -rn --include='*.pom' --include='*.json' -e '-SNAPSHOT' "$first")

bom=$(deployed symposium-bom).pom
managed=$(sed -n '/<dependencyManagement>/,/<\/dependencyManagement>/s#.*<artifactId>\(.*\)</artifactId>.*#\1#p' "$bom" | grep '^symposium-' | sort)
if [ "$managed" != "$(printf '%s\n' "${jars[@]}" | sort)" ]; then
    say "symposium-bom: manages ${managed//$'\n'/ }, and published are ${jars[*]}"
fi
! grep -q '^  <parent>' "$bom" || say "symposium-bom: has a parent, whose versions are imported with it"

# The same bytes; maven-metadata.xml has the time at which it was written.
while IFS= read -r file; do
    same "$file" "$first/$file" "$second/$file"
done < <(for each in "$first" "$second"; do (cd "$each" && find . -type f); done |
    sed 's#^\./##' | grep -v -e '/maven-metadata\.xml' -e '\.md5$' -e '\.sha1$' -e '\.sha256$' -e '\.sha512$' | sort -u)
for executable in cluster-config/cli/target/symposium.jar cluster-config/sample/target/sample.jar \
    "cluster-config/distribution/target/symposium-$version.zip"; do
    same "$executable" "$work/first/$executable" "$work/another directory/second/$executable"
done

if grep -rq --include='*.pom' '//symposium\.example' "$first"; then
    echo "note: url and scm are of symposium.example, a reserved name, which a release has to replace"
fi
if [ "$differences" -gt 0 ]; then
    echo "$differences differences: this is not what Maven Central accepts"
    exit 1
fi
echo "${#artifacts[@]} poms and ${#jars[@]} jars of $version are complete, and the same in both builds; they are not signed"
