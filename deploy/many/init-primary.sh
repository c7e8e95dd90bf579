#!/bin/sh
# Runs once, when the primary is created: the role of the servers, that of the replica, and what a pooler cannot set for each session.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set database="$POSTGRES_DB" --set password="$DATABASE_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role populus login password :'password';
alter database :"database" owner to populus;
-- As database.schema and limits.statementTimeout are; the last two are fixed.
alter role populus set search_path = 'public';
alter role populus set statement_timeout = '10000';
alter role populus set timezone = 'UTC';
alter role populus set datestyle = 'ISO';
create role replication replication login password :'replication';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
