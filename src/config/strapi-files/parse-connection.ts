/** An address as the package `pg-connection-string` parses it, for projects whose modules are not installed. */
export function parseConnection(address: string): Readonly<Record<string, unknown>> {
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
