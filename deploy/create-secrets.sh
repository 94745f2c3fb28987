#!/bin/sh
# Makes the passwords and keys of an installation, each in a file. Files that are there stay as they are, so it may be run again.
#   sh deploy/create-secrets.sh                              for docker-compose.yml, which mounts ./secrets
#   sh deploy/create-secrets.sh /etc/savdo/secrets 10.0.0.31 for servers at that address: PostgreSQL, and Redis with a password
# The folder is closed to other users of the host; the files are readable, because processes in the containers run as users of
# their own.
set -eu
cd "$(dirname "$0")/.."
secrets=${1:-secrets}
servers=${2:-}
mkdir -p "$secrets"
chmod 700 "$secrets"

# 33 random bytes as 44 characters; letters that would need escaping in an address are replaced.
random() { head -c 33 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n'; }

write() {
  if [ ! -s "$secrets/$1" ]; then
    printf '%s' "$2" >"$secrets/$1.new"
    chmod 444 "$secrets/$1.new"
    mv "$secrets/$1.new" "$secrets/$1"
    echo "made $secrets/$1"
  fi
}

for name in postgres-password owner-password runtime-password backup-password backup-key session-secret personal-id-secret second-factor-key signing-key push-key oidc-client-secret metrics-token; do
  write "$name" "$(random)"
done
write database-url "postgres://savdo_runtime:$(cat "$secrets/runtime-password")@${servers:-postgres}:5432/savdo"
write owner-database-url "postgres://savdo_owner:$(cat "$secrets/owner-password")@${servers:-postgres}:5432/savdo"
write backup-database-url "postgres://savdo_backup:$(cat "$secrets/backup-password")@${servers:-postgres}:5432/savdo"
if [ -n "$servers" ]; then
  write redis-password "$(random)"
  write auction-redis-url "redis://:$(cat "$secrets/redis-password")@$servers:6391"
  write jobs-redis-url "redis://:$(cat "$secrets/redis-password")@$servers:6392"
fi
