// SQLITE_FILE names a file, POSTGRES_URL an address; one of the two is set.
module.exports = ({ env }) =>
  env('POSTGRES_URL')
    ? {
        connection: {
          client: 'postgres',
          connection: { connectionString: env('POSTGRES_URL'), ssl: false },
          pool: { min: 2, max: 10 },
          acquireConnectionTimeout: 60_000,
        },
      }
    : {
        connection: {
          client: 'sqlite',
          connection: { filename: env('SQLITE_FILE') },
          useNullAsDefault: true,
        },
      }
