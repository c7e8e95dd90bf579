/** Infers the database when a source gives an address, a file or a host, but no client. */

type Given = Readonly<Record<string, unknown>>

/** `inferClient({ filename: 'x.db' })` is `{ client: 'sqlite', filename: 'x.db' }`; a named client stays. */
export function inferClient(database: Given): Given {
  if (database.client !== undefined) return database
  const client = clientOf(database)
  return client === undefined ? database : { client, ...database }
}

function clientOf({ url, filename, host, name }: Given): string | undefined {
  if (typeof url === 'string') return /^(mysql2?|mariadb):/.test(url) ? 'mysql' : 'postgres'
  if (filename !== undefined) return 'sqlite'
  return host !== undefined || name !== undefined ? 'postgres' : undefined
}
