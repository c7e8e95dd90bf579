#!/bin/sh
# Copies the primary, the first time, and follows it from then on. The password comes as PGPASSWORD.
set -eu
if [ ! -e "$PGDATA" ]; then
  # What an interrupted copy has left.
  rm -rf "$PGDATA.part"
  until pg_basebackup --pgdata "$PGDATA.part" --host "$PRIMARY_HOST" --port "$PRIMARY_PORT" --username replication \
    --slot replica --wal-method stream --checkpoint fast --write-recovery-conf; do
    rm -rf "$PGDATA.part"
    sleep 2
  done
  chmod 700 "$PGDATA.part"
  mv "$PGDATA.part" "$PGDATA"
fi
exec "$@"
