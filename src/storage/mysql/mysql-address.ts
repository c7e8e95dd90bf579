/** The address of a MySQL or MariaDB database. */
import { StartError } from '../../errors.ts'

export interface MysqlAddress {
  readonly host: string
  readonly port: number
  /** A socket on this machine, instead of host and port. */
  readonly socketPath?: string
  readonly user: string
  readonly password: string
  readonly database: string
  /** `null`: not encrypted. */
  readonly ssl: { readonly rejectUnauthorized: boolean } | null
}

const DEFAULT_PORT = 3306
const EXPECTED = 'expected mysql://user:password@host:3306/name'

/**
 * `mysql://cms:secret@db:3306/site?ssl=true`; `mysql2:` and `mariadb:` mean the same. `ssl=no-verify` accepts any
 * certificate, `socketPath` names a socket. `password` is used if the address has none.
 */
export function parseMysqlAddress(text: string, password = ''): MysqlAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^(mysql2?|mariadb):$/.test(url.protocol))
    throw new StartError('--from is not the address of a MySQL or MariaDB database', [EXPECTED])
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '') throw new StartError('--from does not name a database', [EXPECTED])
  const socketPath = url.searchParams.get('socketPath')
  return Object.freeze({
    host: url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    ...(socketPath === null ? {} : { socketPath }),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? password : decodeURIComponent(url.password),
    database,
    ssl: sslOf(url.searchParams),
  })
}

function sslOf(parameters: URLSearchParams): MysqlAddress['ssl'] {
  const given = parameters.get('ssl') ?? parameters.get('sslmode') ?? parameters.get('ssl-mode') ?? 'false'
  if (/^(false|0|no|disabled?)$/i.test(given)) return null
  return { rejectUnauthorized: !/^(no-verify|require|required|prefer|preferred)$/i.test(given) }
}

/** Without the password. */
export function mysqlText({ host, port, socketPath, database }: MysqlAddress): string {
  return `mysql://${socketPath ?? `${host}:${port}`}/${database}`
}
