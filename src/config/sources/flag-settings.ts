/** Settings from the flags of the command line. */
import type { SettingsSource } from '../settings/check-settings.ts'
import { nestSettings } from '../settings/nest-settings.ts'

export interface ConfigFlags {
  readonly port?: string | number | undefined
  readonly host?: string | undefined
  /** `sqlite:PATH` (relative to the project folder) or `postgres://...` */
  readonly database?: string | undefined
  readonly dialect?: string | undefined
  readonly workers?: string | undefined
  /** Addresses, with spaces between them. */
  readonly replicas?: string | undefined
}

const FLAG_OF: Readonly<Record<string, string>> = {
  port: '--port',
  host: '--host',
  'api.dialect': '--dialect',
  'server.workers': '--workers',
  'database.replicas': '--replicas',
}

export function flagSettings(flags: ConfigFlags): SettingsSource {
  const { port, host, database, dialect, workers, replicas } = flags
  const values = new Map<string, unknown>(database === undefined ? [] : databaseSettings(database))
  if (port !== undefined) values.set('port', asNumber(port))
  if (workers !== undefined) values.set('server.workers', asNumber(workers))
  if (replicas !== undefined) values.set('database.replicas', replicas.split(/\s+/).filter(Boolean))
  if (host !== undefined) values.set('host', host)
  if (dialect !== undefined) values.set('api.dialect', dialect)
  return { given: nestSettings(values), label: path => FLAG_OF[path] ?? '--database (sqlite:PATH or postgres://...)' }
}

/** Anything that is not a number stays a string, so the check can report it. */
const asNumber = (given: string | number): unknown => (/^\d+$/.test(String(given)) ? Number(given) : given)

/**
 * - `sqlite:content.db` names a file, and so do `./content`, `/srv/content` and `content.db`
 * - `postgres://user@host/name` names a database on a server
 * - anything else is passed on as an address, which the check refuses
 */
function databaseSettings(text: string): readonly (readonly [string, unknown])[] {
  const [, scheme = '', rest = ''] = /^(\w+):(.*)$/s.exec(text) ?? []
  if (scheme === 'sqlite' || isPath(text))
    return [
      ['database.client', 'sqlite'],
      ['database.filename', scheme === 'sqlite' ? rest : text],
    ]
  if (scheme === 'mysql' || scheme === 'mariadb') return [['database.client', scheme]]
  return [
    ['database.client', 'postgres'],
    ['database.url', text],
  ]
}

function isPath(text: string): boolean {
  return !text.includes('://') && (/^\.{0,2}\//.test(text) || /\.(db|sqlite3?)$/.test(text))
}
