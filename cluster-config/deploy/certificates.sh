#!/usr/bin/env bash
# Makes an authority, and for each HOST a store with a key and a certificate that the authority has signed:
#
#   certificates.sh DIRECTORY HOST...
#
# DIRECTORY/HOST.p12 is the key store of HOST (a name or an IPv4 address), DIRECTORY/trust-store.p12 the trust store of all.
# The password of the stores is in SYMPOSIUM_STORE_PASSWORD, 6 characters at least. The authority's key stays in
# DIRECTORY/authority.p12: with it more hosts can be added by the same command. For tests and first steps; an organisation
# has an authority of its own.
set -eu

usage() {
    echo "certificates.sh: $1; usage: SYMPOSIUM_STORE_PASSWORD=... certificates.sh DIRECTORY HOST..." >&2
    exit 64
}

[ $# -ge 2 ] || usage "a directory and at least one host are expected"
[ "${#SYMPOSIUM_STORE_PASSWORD}" -ge 6 ] 2>/dev/null || usage "SYMPOSIUM_STORE_PASSWORD has fewer than 6 characters"
export SYMPOSIUM_STORE_PASSWORD
directory=$1
shift
days=3650
umask 077
mkdir -p "$directory"
cd "$directory"

tool() {
    keytool "$@" -storepass:env SYMPOSIUM_STORE_PASSWORD 2>keytool.log || { cat keytool.log >&2; exit 70; }
}

if [ ! -f authority.p12 ]; then
    tool -genkeypair -keystore authority.p12 -alias authority -keyalg EC -groupname secp256r1 -validity $days \
        -dname "CN=Symposium test authority" -ext bc:critical=ca:true -ext ku:critical=keyCertSign,cRLSign
    tool -exportcert -keystore authority.p12 -alias authority -rfc -file authority.pem
    tool -importcert -keystore trust-store.p12 -alias authority -file authority.pem -noprompt
fi

for host in "$@"; do
    case $host in
        *[!0-9.]*) name=dns:$host ;;
        *) name=ip:$host ;;
    esac
    rm -f "$host.p12"
    tool -genkeypair -keystore "$host.p12" -alias node -keyalg EC -groupname secp256r1 -validity $days -dname "CN=$host"
    tool -certreq -keystore "$host.p12" -alias node -file "$host.csr"
    tool -gencert -keystore authority.p12 -alias authority -infile "$host.csr" -outfile "$host.pem" -rfc -validity $days \
        -ext san="$name" -ext ku:critical=digitalSignature -ext eku=serverAuth,clientAuth
    tool -importcert -keystore "$host.p12" -alias authority -file authority.pem -noprompt
    tool -importcert -keystore "$host.p12" -alias node -file "$host.pem"
    rm -f "$host.csr" "$host.pem"
    echo "$directory/$host.p12"
done
rm -f keytool.log
