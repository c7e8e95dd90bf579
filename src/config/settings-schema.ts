/**
 * What may stand in `populus.config.json`: every setting, what it accepts, and nothing else. The environment and the
 * command line are read into the same shape and checked by the same rules.
 */
import { z } from 'zod'
import { isTimezone } from './is-timezone.ts'

/** A setting that passes `test`; the error says what would have been accepted and what was given. */
function setting<T>(expected: string, test: (given: unknown) => boolean) {
  return z.custom<T>(test, { error: issue => `expected ${expected}, got ${show(issue.input)}` }).optional()
}

/** A setting whose value never appears in a message. */
function secret() {
  return z.custom<string>(isText, { error: 'expected a text that is not empty' }).optional()
}

const isText = (given: unknown): boolean => typeof given === 'string' && given !== ''
const isTextList = (given: unknown): boolean => Array.isArray(given) && given.every(isText)

const text = (what: string) => setting<string>(what, isText)
const flag = () => setting<boolean>('true or false', given => typeof given === 'boolean')
const oneOf = <T extends string>(...choices: readonly T[]) =>
  setting<T>(choices.map(choice => `"${choice}"`).join(' or '), given => choices.includes(given as T))

/** A whole number from `least` to `most`. */
function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const test = (given: unknown) => Number.isSafeInteger(given) && Number(given) >= least && Number(given) <= most
  return setting<number>(`a whole number ${range}`, test)
}

const CLIENTS = ['sqlite', 'postgres'] as const
const UNSUPPORTED_CLIENTS: readonly unknown[] = ['mysql', 'mysql2', 'mariadb']

const client = z
  .custom<(typeof CLIENTS)[number]>(given => CLIENTS.includes(given as 'sqlite'), {
    error: ({ input }) =>
      UNSUPPORTED_CLIENTS.includes(input)
        ? 'MySQL and MariaDB are not supported yet; copy the content to SQLite or PostgreSQL first'
        : `expected "sqlite" or "postgres", got ${show(input)}`,
  })
  .optional()

const database = z.strictObject({
  /** Which database holds the content: `sqlite` or `postgres`. */
  client,
  /** SQLite: the file, relative to the project folder, or `:memory:`. */
  filename: text('the path of a file or ":memory:"'),
  /** PostgreSQL: the address as a whole, `postgres://user:password@host:5432/name`. It wins over the five parts below. */
  url: setting<string>('an address such as "postgres://user:password@host:5432/name"', isPostgresUrl),
  /** PostgreSQL: the machine. */
  host: setting<string>(
    'a host name (socket folders are not supported)',
    given => isText(given) && !String(given).includes('/'),
  ),
  /** PostgreSQL: the port. */
  port: whole(1, 65535),
  /** PostgreSQL: the database's name. */
  name: text("the database's name"),
  /** PostgreSQL: who connects. */
  username: text('a user name'),
  /** PostgreSQL: the password of that user. */
  password: secret(),
  /** PostgreSQL: most connections at the same time. */
  pool: whole(1, 1000),
  /** PostgreSQL: accept only encrypted connections. */
  ssl: flag(),
  /** PostgreSQL: the schema that holds the content's tables. */
  schema: text('the name of a schema'),
  /** PostgreSQL: the time zone of the stored date-times, that of the process which wrote them. */
  timezone: setting<string>('a time zone such as "UTC" or "Europe/Paris"', isTimezone),
})

const api = z.strictObject({
  /** Which reading of the wire format is served. */
  dialect: oneOf('document', 'strapi4'),
  /** Path in front of all content routes. */
  prefix: setting<string>('a path such as "/api"', given => typeof given === 'string' && /^[\w\-./~]*$/.test(given)),
  /** Page size when the query names none. */
  defaultLimit: whole(1),
  /** Largest page size. */
  maxLimit: whole(1),
  /** Whether lists carry their total unless the query says otherwise. */
  withCount: flag(),
  /** Attributes hidden in every content type. */
  privateAttributes: setting<readonly string[]>('a list of attribute names', isTextList),
})

const limits = z.strictObject({
  /** Longest query string, in bytes. */
  queryLength: whole(1),
  /** Most parameters in a query string. */
  parameters: whole(1),
  /** Most items in one list. */
  listLength: whole(1),
  /** Most relations, media, components and zones populated by one query. */
  populateNodes: whole(1),
  /** Most conditions in the filters of one query. */
  filterTerms: whole(1),
  /** Largest JSON body, in bytes. */
  bodySize: whole(1),
  /** Longest time for one statement, in milliseconds. */
  statementTimeout: whole(1, 2_147_483_647),
})

export const settingsSchema = z.strictObject({
  /** The address to listen on. */
  host: text('a host name or an address'),
  /** The port to listen on; 0 takes a free one. */
  port: whole(0, 65535),
  /** Where the content is. */
  database: database.optional(),
  /** How the content is served. */
  api: api.optional(),
  /** What a request may cost. */
  limits: limits.optional(),
  cors: z
    .strictObject({
      /** Origins that browsers may call from, or `*` for any. */
      origin: setting<readonly string[] | '*'>('"*" or a list of origins', given => given === '*' || isTextList(given)),
    })
    .optional(),
  secrets: z
    .strictObject({
      /** Signs the users' JWTs. */
      jwt: secret(),
      /** Hashes API tokens. */
      apiTokenSalt: secret(),
    })
    .optional(),
  /** How much is logged. */
  log: oneOf('silent', 'error', 'warn', 'info', 'debug'),
})

/** Settings of one source, checked; everything may be absent. */
export type Settings = z.infer<typeof settingsSchema>
export type DatabaseSettings = z.infer<typeof database>

/** The path of every setting, such as `api.maxLimit`. */
export const SETTING_PATHS: readonly string[] = Object.freeze(pathsOf(settingsSchema))

function pathsOf(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodOptional ? member.unwrap() : member
    return inner instanceof z.ZodObject ? pathsOf(inner).map(path => `${name}.${path}`) : [name]
  })
}

function isPostgresUrl(given: unknown): boolean {
  return typeof given === 'string' && /^postgres(ql)?:\/\//.test(given) && URL.canParse(given)
}

/** A value for a message: short, and without the password of an address. */
function show(given: unknown): string {
  if (given === undefined) return 'nothing'
  const shown = JSON.stringify(given) ?? typeof given
  const safe = shown.replace(/(:\/\/[^:@/"]*):[^@"]*@/g, '$1:***@')
  return safe.length > 80 ? `${safe.slice(0, 77)}...` : safe
}
