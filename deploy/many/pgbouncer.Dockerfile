# Debian's PgBouncer. Its password comes from the environment.
FROM docker.io/library/debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY start-pgbouncer.sh /start-pgbouncer.sh
USER postgres
EXPOSE 6432
CMD ["sh", "/start-pgbouncer.sh", "/etc/pgbouncer/pgbouncer.ini"]
