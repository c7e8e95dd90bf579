#!/bin/sh
# Writes the password of the one role, where the settings expect it, and starts PgBouncer with them.
set -eu
file=$(sed -n 's/^auth_file = //p' "$1")
umask 077
printf '"populus" "%s"\n' "$DATABASE_PASSWORD" > "$file"
exec pgbouncer "$1"
