/**
 * What may stand in `populus.config.json`: every setting, what it accepts, and nothing else. The environment and the
 * command line are read into the same shape and checked by the same rules.
 */
import { isIP } from 'node:net'
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
  /** Most brackets in one parameter, beside those of populated levels. The stack bears no more for certain. */
  queryDepth: whole(1, 500),
  /** Most relations, media and components that one filter or sort key follows. The databases bound their joins. */
  relationHops: whole(0, 30),
  /** Most relations to many entries that one sort key follows. */
  toManySortHops: whole(0, 10),
  /** Most sort keys that are attributes of related entries. */
  relatedSortKeys: whole(0, 100),
  /** Most entries in one answer, those of all levels together. */
  answerEntries: whole(1),
  /** Longest answer, in characters. */
  answerLength: whole(1, 500_000_000),
  /** Largest JSON body, in bytes. */
  bodySize: whole(1),
  /** Most lists and objects inside one another in a body. */
  bodyDepth: whole(1, 1000),
  /** Longest time for one statement, in milliseconds. */
  statementTimeout: whole(1, 2_147_483_647),
})

const cache = z.strictObject({
  /** Whether answers are kept. */
  responses: flag(),
  /** Room for kept answers, in bytes. */
  size: whole(0),
  /** Whether kept answers are compressed for clients that take it. */
  compress: flag(),
  /** Whether totals of lists are kept. */
  totals: flag(),
  /** PostgreSQL: whether every writer announces its changes. */
  announcedOnly: flag(),
  /** The `Cache-Control` header of answers, by content type. */
  control: setting<Readonly<Record<string, string>>>(
    'headers by the uid of a content type, such as {"api::article.article": "public, max-age=60"}',
    isHeaderRecord,
  ),
})

const users = z.strictObject({
  /** How long a user's token lasts, in seconds. */
  tokenLifetime: whole(60, 10 * 365 * 24 * 60 * 60),
  /** The fields that a registration may set beside username, email and password. */
  registerFields: setting<readonly string[]>('a list of attribute names', isTextList),
})

const rateLimit = z.strictObject({
  /** Whether attempts are counted at all. */
  enabled: flag(),
  /** The time in which attempts are counted, in milliseconds. */
  interval: whole(1000, 2_147_483_647),
  /** Most attempts from one address. */
  perAddress: whole(1),
  /** Most attempts on one account, from all addresses together. */
  perIdentifier: whole(1),
})

const smtp = z.strictObject({
  /** The mail server as a whole, `smtps://user:password@host:465`. It wins over the five parts below. */
  url: setting<string>('an address such as "smtps://user:password@host:465"', isSmtpUrl),
  /** The machine that takes mails. */
  host: text('a host name'),
  /** Its port. */
  port: whole(1, 65535),
  /** Whether the connection is encrypted from the first byte on. */
  secure: flag(),
  /** Who signs in there. */
  username: text('a user name'),
  /** The password of that user. */
  password: secret(),
})

const email = z.strictObject({
  /** The sender of mails. */
  from: text('an address such as "Blog <blog@example.org>"'),
  smtp: smtp.optional(),
})

const server = z.strictObject({
  /** The address by which others reach the server. */
  url: setting<string>('an address such as "https://cms.example.org"', isWebUrl),
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: setting<readonly string[]>('a list of addresses or ranges such as "10.0.0.0/8"', isAddressList),
  /** How many processes answer requests. */
  workers: whole(1, 64),
})

export const settingsSchema = z.strictObject({
  /** The address to listen on. */
  host: text('a host name or an address'),
  /** The port to listen on; 0 takes a free one. */
  port: whole(0, 65535),
  /** How the server is reached. */
  server: server.optional(),
  /** Where the content is. */
  database: database.optional(),
  /** How the content is served. */
  api: api.optional(),
  /** What a request may cost. */
  limits: limits.optional(),
  /** What is kept between requests. */
  cache: cache.optional(),
  cors: z
    .strictObject({
      /** Origins that browsers may call from, or `*` for any. */
      origin: setting<readonly string[] | '*'>('"*" or a list of origins', given => given === '*' || isTextList(given)),
    })
    .optional(),
  /** End users. */
  users: users.optional(),
  /** How often somebody may try to sign in. */
  rateLimit: rateLimit.optional(),
  /** How mails are sent. */
  email: email.optional(),
  secrets: z
    .strictObject({
      /** Signs the users' JWTs. */
      jwt: secret(),
      /** Hashes API tokens. */
      apiTokenSalt: secret(),
      /** Hashes the sessions of administrators. */
      admin: secret(),
    })
    .optional(),
  admin: z
    .strictObject({
      /** A session that was not used for so long has ended, in minutes. */
      idleMinutes: whole(1, 10_000_000),
      /** A session that was begun so long ago has ended, in minutes. */
      sessionMinutes: whole(1, 10_000_000),
    })
    .optional(),
  metrics: z
    .strictObject({
      /** Whether `/metrics` is there. */
      enabled: flag(),
      /** Whoever sends it may read them. */
      token: secret(),
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

function isHeaderRecord(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  return Object.values(given).every(header => typeof header === 'string' && /^[\w\-=,;" ]+$/.test(header))
}

function isSmtpUrl(given: unknown): boolean {
  return typeof given === 'string' && /^smtps?:\/\//.test(given) && URL.canParse(given)
}

function isWebUrl(given: unknown): boolean {
  return typeof given === 'string' && /^https?:\/\//.test(given) && URL.canParse(given)
}

/** Addresses, ranges, and the names that stand for the usual ranges of private networks. */
function isAddressList(given: unknown): boolean {
  return Array.isArray(given) && given.every(isAddressRange)
}

function isAddressRange(given: unknown): boolean {
  if (typeof given !== 'string') return false
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true
  const [address = '', bits, ...rest] = given.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
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
