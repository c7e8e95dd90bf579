/** The connection in `config/database` of a Strapi v4 project as our settings. */
import { StartError } from '../../errors.ts'
import type { StrapiFile } from './read-strapi-config.ts'

interface DatabaseSetting {
  readonly setting: string
  readonly given: unknown
  readonly place: string
}

type Values = Readonly<Record<string, unknown>>

const PARTS: readonly (readonly [setting: string, name: string])[] = [
  ['database.host', 'host'],
  ['database.port', 'port'],
  ['database.name', 'database'],
  ['database.username', 'user'],
  ['database.password', 'password'],
]

export function databaseSettings(file: StrapiFile | undefined): readonly DatabaseSetting[] {
  const connection = objectOf(objectOf(file?.value).connection)
  const { client } = connection
  if (file === undefined || typeof client !== 'string') return []
  const inner = objectOf(connection.connection)
  const at = (setting: string, given: unknown, name: string): readonly DatabaseSetting[] =>
    given === undefined || given === null || given === ''
      ? []
      : [{ setting, given, place: `${file.file}: connection.${name}` }]
  if (/sqlite/.test(client)) {
    return [
      ...at('database.client', 'sqlite', 'client'),
      ...at('database.filename', inner.filename, 'connection.filename'),
    ]
  }
  const ours = client === 'postgres' || client === 'pg' || client === 'postgresql' ? 'postgres' : client
  const address =
    inner.connectionString ?? (typeof connection.connection === 'string' ? connection.connection : undefined)
  return [
    ...at('database.client', ours, 'client'),
    ...(address === undefined
      ? PARTS.flatMap(([setting, name]) => at(setting, asPart(setting, inner[name]), `connection.${name}`))
      : at('database.url', address, 'connection.connectionString')),
    ...(inner.ssl === undefined || inner.ssl === null ? [] : at('database.ssl', Boolean(inner.ssl), 'connection.ssl')),
    ...at('database.schema', inner.schema, 'connection.schema'),
    ...at('database.pool', objectOf(connection.pool).max, 'pool.max'),
  ]
}

function asPart(setting: string, given: unknown): unknown {
  return setting === 'database.port' && typeof given === 'string' && given !== '' ? Number(given) : given
}

function objectOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

/** MySQL cannot be opened, and nothing else may be opened in its place. */
export function mysqlRefusal(settings: readonly DatabaseSetting[]): StartError | undefined {
  const client = settings.find(({ setting }) => setting === 'database.client')
  if (client === undefined || !/^(mysql|mariadb)/.test(String(client.given))) return undefined
  return new StartError(`This project uses ${client.given} (${client.place}), which cannot be opened`, [
    `copy it to SQLite or PostgreSQL: populus adopt --from ${mysqlAddress(settings)} --database sqlite:.tmp/data.db`,
    'then start with: populus start --database sqlite:.tmp/data.db',
  ])
}

/** Without the password, which would be seen on the screen. */
function mysqlAddress(settings: readonly DatabaseSetting[]): string {
  const given = (setting: string, otherwise: string): string =>
    String(settings.find(one => one.setting === `database.${setting}`)?.given ?? otherwise)
  const host = `${given('host', 'host')}:${given('port', '3306')}`
  return `mysql://${given('username', 'user')}:PASSWORD@${host}/${given('name', 'name')}`
}

/** A database that is only a guess would show other content, or none. */
export function unknownDatabaseRefusal({ file, problem, value }: StrapiFile): StartError | undefined {
  if (problem === undefined) {
    const { client } = objectOf(objectOf(value).connection)
    if (typeof client === 'string' && client !== '') return undefined
    return new StartError(`${file} does not say which database the project uses`, [
      'it has no connection.client; set the variables that it reads',
      'or name the database: --database sqlite:PATH or --database postgres://user:password@host:5432/name',
    ])
  }
  return new StartError(`${file} cannot be run, so it is not known which database the project uses`, [
    problem,
    'install the modules of the project and set the variables that it reads, or name the database: --database sqlite:PATH or --database postgres://...',
  ])
}
