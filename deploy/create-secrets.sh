#!/bin/sh
# Makes the passwords and keys that docker-compose.yml mounts, each in a file of ./secrets. Files that are there stay as they
# are, so it may be run again. The folder is closed to other users of the host; the files are readable, because processes
# in the containers run as users of their own.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets

# 33 random bytes as 44 characters; letters that would need escaping in an address are replaced.
random() { head -c 33 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n'; }

write() {
  if [ ! -s "secrets/$1" ]; then
    printf '%s' "$2" >"secrets/$1.new"
    chmod 444 "secrets/$1.new"
    mv "secrets/$1.new" "secrets/$1"
    echo "made secrets/$1"
  fi
}

for name in postgres-password owner-password runtime-password session-secret personal-id-secret second-factor-key signing-key oidc-client-secret metrics-token; do
  write "$name" "$(random)"
done
write database-url "postgres://savdo_runtime:$(cat secrets/runtime-password)@postgres:5432/savdo"
write owner-database-url "postgres://savdo_owner:$(cat secrets/owner-password)@postgres:5432/savdo"
