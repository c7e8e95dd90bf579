/** An address as the package `pg-connection-string` parses it, for projects whose modules are not installed. */
export function parseConnection(address: string | undefined): Readonly<Record<string, unknown>> {
  if (typeof address !== 'string') throw new Error('the variable with the address of the database is not set')
  const url = new URL(address)
  const ssl = url.searchParams.get('sslmode') ?? url.searchParams.get('ssl')
  return {
    host: url.hostname,
    port: url.port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || null,
    ...(ssl === null ? {} : { ssl: ssl !== 'disable' && ssl !== 'false' }),
  }
}
