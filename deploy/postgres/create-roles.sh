#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume, or by hand as postgres (docs/installation.md): the owner of the tables,
# the role of the processes, which owns nothing, that of backups, which reads the log alone, and the database. The migration step grants the second what it may do.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner_password="$(cat "$secrets/owner-password")" \
  --set runtime_password="$(cat "$secrets/runtime-password")" \
  --set backup_password="$(cat "$secrets/backup-password")" <<'SQL'
create role savdo_owner login nosuperuser nocreaterole nocreatedb password :'owner_password';
create role savdo_runtime login nosuperuser nocreaterole nocreatedb password :'runtime_password';
create role savdo_backup login replication nosuperuser nocreaterole nocreatedb password :'backup_password';
create database savdo owner savdo_owner;
revoke all on database savdo from public;
SQL
# In the image, whose file of access has no line for it.
[ -z "${PGDATA:-}" ] || printf 'host replication savdo_backup all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
