// SQLITE_FILE names a file, POSTGRES_URL an address, MYSQL_SOCKET a socket; one of them is set.
module.exports = ({ env }) => {
  if (env('MYSQL_SOCKET')) return mysql(env)
  return env('POSTGRES_URL') ? postgres(env) : sqlite(env)
}

const mysql = env => ({
  connection: {
    client: 'mysql2',
    connection: { socketPath: env('MYSQL_SOCKET'), database: env('MYSQL_DATABASE'), user: 'root' },
  },
})

const postgres = env => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: env('POSTGRES_URL'), ssl: false },
    pool: { min: 2, max: 10 },
    acquireConnectionTimeout: 60_000,
  },
})

const sqlite = env => ({
  connection: { client: 'sqlite', connection: { filename: env('SQLITE_FILE') }, useNullAsDefault: true },
})
