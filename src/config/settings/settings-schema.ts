/**
 * Every setting: what it accepts, its default, its environment variable and its meaning. The types in `config.ts`, the
 * checks of every source and the table in `docs/reference/settings.md` are derived from this.
 */
import { z } from 'zod'
import { configSyncOptions } from './config-sync-options.ts'
import { isTimezone } from './is-timezone.ts'
import { mediaSettings } from './media-settings.ts'
import {
  flag,
  group,
  isText,
  isTextList,
  list,
  oneOf,
  type ReadVariable,
  readList,
  readWords,
  secret,
  setting,
  show,
  text,
  value,
  whole,
} from './setting.ts'
import {
  type GroupNames,
  isAddressList,
  isGroups,
  isHeaderRecord,
  isPostgresUrl,
  isPreview,
  isSmtpUrl,
  isWebUrl,
  type PreviewAddresses,
} from './setting-tests.ts'
import { signInProviders } from './sign-in-providers.ts'
import { signOnProviders, signOnSecrets } from './single-sign-on.ts'
import { slugifySettings } from './slugify.ts'
import { transformerOptions } from './transformer.ts'
import { usualCacheSize, usualImageMemory } from './usual-sizes.ts'

const CLIENTS = ['sqlite', 'postgres'] as const
const UNSUPPORTED_CLIENTS: readonly unknown[] = ['mysql', 'mysql2', 'mariadb']
const CLIENT_NAMES = new Map([
  ['better-sqlite3', 'sqlite'],
  ['sqlite3', 'sqlite'],
  ['pg', 'postgres'],
  ['postgresql', 'postgres'],
])

const client = {
  schema: z.custom<(typeof CLIENTS)[number]>(given => CLIENTS.includes(given as 'sqlite'), {
    error: ({ input }) =>
      UNSUPPORTED_CLIENTS.includes(input)
        ? 'MySQL and MariaDB cannot be opened; copy the database with: populus adopt --from mysql://user:password@host:3306/name'
        : `expected "sqlite" or "postgres", got ${show(input)}`,
  }),
  read: (given: string) => CLIENT_NAMES.get(given.trim()) ?? given,
}

const postgresUrl = value<string>(
  'an address such as "postgres://user:password@host:5432/name" (target_session_attrs: read-write, primary or any)',
  isPostgresUrl,
)

const LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
/** Additional level names of Strapi's logger. */
const LEVEL_NAMES = new Map([
  ['fatal', 'error'],
  ['http', 'info'],
  ['verbose', 'debug'],
  ['silly', 'debug'],
  ['trace', 'debug'],
])
const readLevel: ReadVariable = given => {
  const name = given.trim().toLowerCase()
  return LEVEL_NAMES.get(name) ?? (LEVELS.some(level => level === name) ? name : given)
}

const server = group({
  url: setting(value<string>('an address such as "https://cms.example.org"', isWebUrl), {
    env: 'PUBLIC_URL',
    otherwise: '`http://` and host and port',
    meaning: 'The public address of the server, for the links in mails and for [passkeys](admin-api.md#passkeys).',
  }),
  trustProxy: setting(
    value<readonly string[]>('a list of addresses or ranges such as "10.0.0.0/8"', isAddressList, readList),
    {
      env: 'TRUSTED_PROXIES',
      default: [],
      meaning:
        'Proxies whose `X-Forwarded-For` header is trusted: addresses, ranges such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`. In the environment, separate them with commas. The header is ignored if anyone else sends it.',
    },
  ),
  workers: setting(whole(1, 64), {
    env: 'POPULUS_WORKERS',
    default: 1,
    meaning:
      'How many processes answer requests, 1 to 64. See [Using several processor cores](../guides/workers.md) for what they share.',
  }),
  stopSeconds: setting(whole(0, 86_400), {
    env: 'POPULUS_STOP_SECONDS',
    default: 8,
    meaning:
      'How long running requests may take to finish when the server stops, in seconds. After that, their connections are closed.',
  }),
  drainSeconds: setting(whole(0, 3600), {
    env: 'POPULUS_DRAIN_SECONDS',
    default: 0,
    meaning:
      'How long a server that is told to stop goes on accepting requests, in seconds, while `/_ready` answers 503: the time that a [load balancer](../guides/several-servers.md#behind-a-load-balancer) needs to notice it. `server.stopSeconds` begins after that.',
  }),
  without: setting(list('a list of names such as "rules/own.json"'), {
    env: 'POPULUS_WITHOUT',
    default: [],
    meaning:
      'Rules and code that were removed on purpose, such as `rules/own.json`, `populus/hooks` or `src/api/article`. A server [refuses to start](../guides/backup.md#rules-and-code-that-are-gone) without those that guarded its database before, unless they are named here. In the environment, separate them with commas.',
  }),
  docs: setting(flag(), {
    env: 'POPULUS_DOCS',
    otherwise: '`true` in development, `false` in production',
    meaning: 'Whether this documentation is served under `/docs`.',
  }),
})

const database = group({
  client: setting(client, {
    env: 'DATABASE_CLIENT',
    otherwise: 'inferred from the other settings, otherwise `sqlite`',
    meaning:
      '`sqlite` or `postgres`. The environment may also use `better-sqlite3` or `pg`. MySQL is [copied](../guides/from-mysql.md).',
  }),
  filename: setting(text('the path of a file or ":memory:"'), {
    env: 'DATABASE_FILENAME',
    otherwise: '`.data/content.db`; in a Strapi v4 project `.tmp/data.db`',
    meaning: 'SQLite: the file, relative to the project folder, or `:memory:`.',
  }),
  url: setting(postgresUrl, {
    env: 'DATABASE_URL',
    otherwise: 'built from the five settings below',
    meaning:
      'PostgreSQL: the complete address, `postgres://user:password@host:5432/name`. It takes precedence over the five settings below from the same source. It may name [several hosts](../guides/several-servers.md#postgresql-with-standbys), separated by commas.',
  }),
  listenUrl: setting(postgresUrl, {
    env: 'DATABASE_LISTEN_URL',
    otherwise: 'the same as `database.url`',
    meaning:
      'PostgreSQL: the address at which the server listens for changes, if `database.url` is that of a [pooler](../guides/several-servers.md#poolers).',
  }),
  replicas: setting(
    value<readonly string[]>(
      'a list of addresses such as "postgres://user:password@host:5432/name"',
      given => Array.isArray(given) && given.every(isPostgresUrl),
      readWords,
    ),
    {
      env: 'DATABASE_REPLICAS',
      default: [],
      meaning:
        'PostgreSQL: the addresses of [replicas](../guides/several-servers.md#reads-from-replicas) that may answer reads. In the environment, separate them with spaces.',
    },
  ),
  host: setting(
    value<string>(
      'a host name (socket folders are not supported)',
      given => isText(given) && !String(given).includes('/'),
    ),
    { env: 'DATABASE_HOST', otherwise: '`127.0.0.1`', meaning: 'PostgreSQL: the host.' },
  ),
  port: setting(whole(1, 65535), { env: 'DATABASE_PORT', otherwise: '`5432`', meaning: 'PostgreSQL: the port.' }),
  name: setting(text("the database's name"), {
    env: 'DATABASE_NAME',
    otherwise: 'none; required without `database.url`',
    meaning: "PostgreSQL: the database's name.",
  }),
  username: setting(text('a user name'), {
    env: 'DATABASE_USERNAME',
    otherwise: "the operating system's user",
    meaning: 'PostgreSQL: the user to connect as.',
  }),
  password: setting(secret(), {
    env: 'DATABASE_PASSWORD',
    otherwise: 'none',
    meaning: 'PostgreSQL: the password of that user.',
  }),
  pool: setting(whole(1, 1000), {
    env: 'DATABASE_POOL_MAX',
    default: 10,
    meaning:
      'PostgreSQL: the largest number of connections, for each [worker](../guides/workers.md). One more connection listens for changes.',
  }),
  ssl: setting(flag(), {
    env: 'DATABASE_SSL',
    otherwise: '`false`; `true` if the address has `sslmode=require`',
    meaning: 'PostgreSQL: accept only encrypted connections.',
  }),
  schema: setting(text('the name of a schema'), {
    env: 'DATABASE_SCHEMA',
    default: 'public',
    meaning: "PostgreSQL: the schema that holds the content's tables.",
  }),
  timezone: setting(value<string>('a time zone such as "UTC" or "Europe/Paris"', isTimezone), {
    otherwise: '`TZ`, otherwise the time zone of the process',
    meaning:
      'PostgreSQL: the time zone of the stored date-times. Strapi stores them in the time zone of its own process, so use the same one.',
  }),
})

const api = group({
  dialect: setting(oneOf(['document', 'strapi4'] as const), {
    otherwise: '`strapi4` in a Strapi v4 project, otherwise `document`',
    meaning: 'Which variant of the wire format is served.',
  }),
  populateWithPagination: setting(flag(), {
    otherwise: '`false` in the dialect `document`, `true` in `strapi4`; `populus init` writes `true`',
    meaning:
      'Whether `populate` and `pagination` may be [combined](query-populate.md#a-part-for-each-parent): pages of entries with their relations, and pages of related entries inside each of them.',
  }),
  drafts: setting(oneOf(['granted', 'open'] as const), {
    otherwise: '`open` in a Strapi v4 project with the dialect `strapi4`, otherwise `granted`',
    meaning:
      'Who may ask for drafts with `publicationState=preview`: callers with the right `findDrafts` on the type (`granted`), or all callers that may `find` (`open`).',
  }),
  attach: setting(oneOf(['granted', 'open'] as const), {
    otherwise: '`granted` in the dialect `document`, `open` in `strapi4`',
    meaning:
      'Who may attach a file to an entry while uploading it, with `ref`, `refId` and `field`: callers that may update this entry and field (`granted`), or all callers that may upload (`open`).',
  }),
  prefix: setting(
    value<string>('a path such as "/api"', given => typeof given === 'string' && /^[\w\-./~]*$/.test(given)),
    { default: '/api', meaning: 'The path in front of all content routes.' },
  ),
  anonymousReads: setting(oneOf(['all', 'named'] as const), {
    default: 'all',
    meaning:
      'What callers without credentials may read, as far as they have the rights: everything (`all`), or only [named queries](query-named.md) (`named`).',
  }),
  defaultLimit: setting(whole(1), { default: 25, meaning: 'Page size if the query sets none.' }),
  maxLimit: setting(whole(1), { default: 100, meaning: 'Largest page size.' }),
  withCount: setting(flag(), {
    default: true,
    meaning: 'Whether lists include their total, unless the query decides otherwise.',
  }),
  populateDeep: setting(whole(0, 100), {
    default: 0,
    otherwise: '0; 5 in a Strapi project with the plugin populate-deep',
    meaning:
      'How many levels `populate=deep` has if the query does not say, by [the rules of that plugin](strapi-plugins.md#populate-deep); 0 for [our own](query-populate.md#everything-at-several-levels).',
  }),
  populateDeepVersion: setting(whole(0, 3), {
    default: 3,
    otherwise: '3; in a Strapi project, the version of the plugin in `package.json`',
    meaning: 'The major version of the plugin populate-deep whose rules `populate=deep` follows; they differ.',
  }),
  privateAttributes: setting(list('a list of attribute names'), {
    default: [],
    meaning: 'Attributes hidden in every content type.',
  }),
})

const limits = group({
  queryLength: setting(whole(1), { default: 16 * 1024, meaning: 'Longest query string, in bytes.' }),
  parameters: setting(whole(1), { default: 1000, meaning: 'Largest number of parameters in a query string.' }),
  listLength: setting(whole(1), {
    default: 1000,
    meaning: 'Largest number of items in one list (`fields`, `$in`, `sort`, ...).',
  }),
  populateNodes: setting(whole(1), {
    default: 200,
    meaning: 'Largest number of relations, media, components and zones that one query populates.',
  }),
  deepLevels: setting(whole(1, 100), {
    default: 10,
    meaning:
      'Largest number of levels of [`populate=deep`](query-populate.md#everything-at-several-levels); at most 100.',
  }),
  deepEntries: setting(whole(0), {
    default: 10_000,
    meaning: 'How many entries `populate=deep` may add to an answer, as estimated before it runs.',
  }),
  deepLength: setting(whole(0), {
    default: 4 * 1024 * 1024,
    meaning: 'How many bytes `populate=deep` may add to an answer, as estimated before it runs.',
  }),
  filterTerms: setting(whole(1), {
    default: 200,
    meaning: 'Largest number of conditions in the filters of one query.',
  }),
  aggregateValues: setting(whole(1, 200), {
    default: 50,
    meaning: 'Largest number of groups and computed values in one [aggregate](query-aggregate.md); at most 200.',
  }),
  patternLength: setting(whole(1), {
    default: 250,
    meaning: 'Longest search text of `$contains`, `_q` and similar operators, in characters.',
  }),
  patternWildcards: setting(whole(0), {
    default: 10,
    meaning: 'Largest number of wildcards, `%` and `_`, in one such text.',
  }),
  searchWords: setting(whole(1, 20), {
    default: 10,
    meaning: 'Largest number of words in `search`, from 1 to 20.',
  }),
  cost: setting(whole(1), {
    default: 100_000_000,
    meaning: 'Highest cost of a query in points, as [estimated before it runs](limits.md#what-a-query-costs).',
  }),
  expensiveCost: setting(whole(0), {
    default: 100_000,
    meaning: 'Queries with at least this many points run separately, so they cannot delay the others.',
  }),
  queryDepth: setting(whole(1, 500), {
    default: 500,
    meaning: 'Largest number of brackets in one parameter, not counting those of populated levels; at most 500.',
  }),
  relationHops: setting(whole(0, 30), {
    default: 20,
    meaning: 'Largest number of relations, media and components that one filter or sort key follows; at most 30.',
  }),
  toManySortHops: setting(whole(0, 10), {
    default: 3,
    meaning: 'Largest number of relations to many entries that one sort key follows; at most 10.',
  }),
  relatedSortKeys: setting(whole(0, 100), {
    default: 20,
    meaning: 'Largest number of sort keys that are attributes of related entries; at most 100.',
  }),
  answerEntries: setting(whole(1), {
    default: 50_000,
    meaning: 'Largest number of entries in one answer, on all levels together.',
  }),
  answerLength: setting(whole(1, 500_000_000), { default: 32 * 1024 * 1024, meaning: 'Longest answer, in bytes.' }),
  bodySize: setting(whole(1), { default: 1024 * 1024, meaning: 'Largest JSON body, in bytes.' }),
  bodyDepth: setting(whole(1, 1000), {
    default: 100,
    meaning: 'Largest number of levels of lists and objects in a body; at most 1000.',
  }),
  bodyPasswords: setting(whole(1), { default: 10, meaning: 'Largest number of passwords in one body.' }),
  passwordQueue: setting(whole(1), {
    default: 100,
    meaning: 'Largest number of passwords that wait to be hashed or compared, in each process.',
  }),
  passwordWait: setting(whole(1, 2_147_483_647), {
    default: 10_000,
    meaning: 'Longest time that a password waits for that, in milliseconds.',
  }),
  statementTimeout: setting(whole(1, 2_147_483_647), {
    default: 10_000,
    meaning:
      'Longest time for one query, in milliseconds. On SQLite it applies if [another process](../explanation/speed.md#expensive-queries) runs the query, and between the levels of a populate.',
  }),
  expensiveQueries: setting(whole(1, 64), {
    default: 2,
    meaning:
      'Largest number of expensive queries at the same time, in all [workers](../guides/workers.md) together, but at least one in each. SQLite runs them in [separate processes](../explanation/speed.md#expensive-queries), PostgreSQL on that many of its connections.',
  }),
  requestTimeout: setting(whole(100, 2_147_483_647), {
    default: 60_000,
    meaning:
      'Time within which a request must arrive, headers and body, in milliseconds. A form with files may take longer, see `limits.uploadRate`.',
  }),
  uploadRate: setting(whole(1), {
    default: 10_000,
    meaning:
      'Slowest upload, in bytes per second. A form with files must arrive within `limits.requestTimeout` and as much more time as its length takes at this rate.',
  }),
  formFiles: setting(whole(1), { default: 100, meaning: 'Largest number of files in one form.' }),
  formFields: setting(whole(1), {
    default: 1000,
    meaning: 'Largest number of fields in one form, besides its files. Together they are no longer than a body.',
  }),
  readerTimeout: setting(whole(100, 2_147_483_647), {
    default: 30_000,
    meaning: 'Longest time in which a client may read no part of its answer, in milliseconds.',
  }),
  imagePixels: setting(whole(1), {
    default: 100_000_000,
    meaning: 'Largest number of pixels of an image, width times height.',
  }),
  imageMemory: setting(whole(128 * 1024 * 1024), {
    default: usualImageMemory(),
    otherwise: 'half of the memory of the machine or container, at least 128 MiB, at most 512 MiB',
    meaning: 'Most memory that a process may take for one file, in bytes.',
  }),
  imageQueue: setting(whole(0), {
    default: 100,
    meaning: 'Largest number of files that wait to be processed, in each process of the server.',
  }),
  imageWait: setting(whole(1, 2_147_483_647), {
    default: 120_000,
    meaning: 'Longest time that a file waits for that, in milliseconds.',
  }),
  imageTimeout: setting(whole(1, 2_147_483_647), {
    default: 60_000,
    meaning: 'Longest time for processing one file, in milliseconds.',
  }),
})

const cache = group({
  responses: setting(flag(), {
    env: 'POPULUS_CACHE_RESPONSES',
    default: true,
    meaning:
      'Whether [answers are cached](../explanation/speed.md). A cached answer is never older than the last change.',
  }),
  size: setting(whole(0), {
    env: 'POPULUS_CACHE_SIZE',
    default: usualCacheSize(),
    otherwise:
      'a 64th of the memory of the machine or container, at least 64 MiB (below 1 GiB of memory: a 16th of it), at most 256 MiB',
    meaning:
      'Memory for everything that is cached between requests, in bytes; each process has its own. Two thirds of it are for answers and the entries in them, an eighth for plans, the rest for prepared statements, addresses, totals, ids of lists and columns. The least recently used items are dropped first. `0` caches nothing. When the cache is full, a new answer gets in only when it is asked for a second time.',
  }),
  compress: setting(flag(), {
    default: true,
    meaning:
      'Whether cached answers are also cached compressed (br, gzip), for clients that accept it. Compression runs in the background when an answer is asked for again; until then it is sent uncompressed.',
  }),
  totals: setting(flag(), {
    default: true,
    meaning:
      'Whether totals of lists, the ids of sorted lists, and places in long lists are cached until something changes.',
  }),
  columnsFrom: setting(whole(0), {
    default: 1000,
    meaning:
      'Lists of tables with at least this many rows, and at most two million, are found in memory: the columns that they are filtered and sorted by are cached, and follow what is written. Whole numbers, booleans, whether there is a value, and short texts that are looked for as a whole can be compared there; up to 200,000 rows also parts of short texts, and orders. The database finds all other lists. `0` caches no columns.',
  }),
  announcedOnly: setting(flag(), {
    default: false,
    meaning:
      'PostgreSQL: set it to `true` if every writer announces its changes (Populus does; a Strapi with the triggers of `populus triggers install` does). Other transactions on the same server then drop nothing. With `false`, any transaction that is not announced drops all cached answers.',
  }),
  control: setting(
    value<Readonly<Record<string, string>>>(
      'headers by the uid of a content type, such as {"api::article.article": "public, max-age=60"}',
      isHeaderRecord,
    ),
    {
      default: {},
      meaning:
        'The `Cache-Control` header of answers to callers without credentials, by the uid of the content type: `{ "api::article.article": "public, max-age=60" }`. `*` means all others. Callers with credentials get `private, no-cache` instead.',
    },
  ),
  surrogateKeys: setting(flag(), {
    default: false,
    meaning:
      'Whether answers to callers without credentials name in the headers `Surrogate-Key` and `Cache-Tag` what they were made from, so that a CDN can [purge](../guides/cdn.md) them.',
  }),
})

const cors = group({
  origin: setting(
    value<readonly string[] | '*'>('"*" or a list of origins', given => given === '*' || isTextList(given)),
    {
      default: '*',
      meaning: 'Origins that browsers may call from, as a list, or `"*"` for any (without credentials).',
    },
  ),
})

const outgoing = group({
  allow: setting(
    value<readonly string[]>('a list of addresses or ranges such as "10.0.0.0/8"', isAddressList, readList),
    {
      env: 'POPULUS_OUTGOING_ALLOW',
      default: [],
      meaning:
        'Networks that are not public, to which the server may send requests although [no setting names the address](security.md#requests-that-the-server-sends): ranges such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`. In the environment, separate them with commas.',
    },
  ),
})

const changes = group({
  keepDays: setting(whole(0, 3650), {
    env: 'POPULUS_CHANGES_KEEP_DAYS',
    default: 30,
    meaning: 'How many days the [feed of changes](changes.md) goes back. `0` records nothing.',
  }),
})

const history = group({
  keepDays: setting(whole(0, 3650), {
    env: 'POPULUS_HISTORY_KEEP_DAYS',
    default: 90,
    meaning: 'How many days the earlier [versions of entries](history.md) are kept. `0` keeps none.',
  }),
  keepVersions: setting(whole(1, 1000), {
    default: 50,
    meaning: 'How many earlier versions of each entry are kept.',
  }),
  adopted: setting(flag(), {
    default: false,
    meaning:
      'Whether a SQLite file that Strapi made also gets the table of versions and of the trash. By default, such a file is left as it is.',
  }),
})

const trash = group({
  keepDays: setting(whole(0, 3650), {
    env: 'POPULUS_TRASH_KEEP_DAYS',
    default: 30,
    meaning: 'How many days deleted entries can be [restored](history.md#the-trash). `0` deletes them at once.',
  }),
})

const users = group({
  tokenLifetime: setting(whole(60, 10 * 365 * 24 * 60 * 60), {
    default: 30 * 24 * 60 * 60,
    meaning: "How long a user's token lasts, in seconds; the default is 30 days.",
  }),
  resetCodeLifetime: setting(whole(60, 365 * 24 * 60 * 60), {
    default: 60 * 60,
    meaning: 'How long the code in a mail for a new password is valid, in seconds.',
  }),
  confirmationCodeLifetime: setting(whole(60, 365 * 24 * 60 * 60), {
    default: 24 * 60 * 60,
    meaning: 'How long the link in a mail that confirms an address is valid, in seconds.',
  }),
  passwordGrace: setting(whole(0, 30 * 24 * 60 * 60), {
    otherwise: '0; 300 in the dialect `strapi4`',
    meaning:
      'For how many seconds the token that changed a password stays valid. All other tokens of the user end at once.',
  }),
  providers: setting(signInProviders(), {
    env: 'USERS_PROVIDERS',
    default: {},
    meaning:
      'The [third parties](users.md#third-parties) with which users may sign in, by name; in the environment as JSON. Each member overrides what Strapi has stored.',
  }),
  registerFields: setting(value<readonly string[] | null>('a list of attribute names', isTextList), {
    default: null,
    otherwise: 'all except the protected ones',
    meaning: 'The fields of a user that a [registration](users.md) may set besides `username`, `email` and `password`.',
  }),
})

const rateLimit = group({
  enabled: setting(flag(), {
    default: true,
    meaning: 'Whether attempts to sign in, to register and to reset a password are counted.',
  }),
  interval: setting(whole(1000, 2_147_483_647), {
    default: 60_000,
    meaning: 'The period in which they are counted, in milliseconds.',
  }),
  perAddress: setting(whole(1), {
    default: 10,
    meaning: 'Largest number of attempts from one address in that period, on each route.',
  }),
  perIdentifier: setting(whole(1), {
    default: 50,
    meaning: 'Largest number of attempts on one account in that period, on each route, from all addresses together.',
  }),
})

const smtp = group({
  url: setting(value<string>('an address such as "smtps://user:password@host:465"', isSmtpUrl), {
    env: 'SMTP_URL',
    otherwise: 'built from the five settings below',
    meaning:
      'The mail server as one address, `smtps://user:password@host:465`. It takes precedence over the five settings below from the same source.',
  }),
  host: setting(text('a host name'), {
    env: 'SMTP_HOST',
    otherwise: 'none: no mail is sent',
    meaning: 'The host of the mail server.',
  }),
  port: setting(whole(1, 65535), { env: 'SMTP_PORT', otherwise: '`587`; `465` if `secure`', meaning: 'Its port.' }),
  secure: setting(flag(), {
    env: 'SMTP_SECURE',
    otherwise: '`true` on port 465, otherwise `false`',
    meaning:
      'Whether the connection is encrypted from the first byte. Otherwise it is encrypted as soon as the server offers it.',
  }),
  username: setting(text('a user name'), {
    env: 'SMTP_USERNAME',
    otherwise: 'none',
    meaning: 'The user to sign in as.',
  }),
  password: setting(secret(), { env: 'SMTP_PASSWORD', otherwise: 'none', meaning: 'The password of that user.' }),
})

const email = group({
  from: setting(text('an address such as "Blog <blog@example.org>"'), {
    env: 'EMAIL_FROM',
    otherwise: 'none',
    meaning: 'The sender of mails, such as `Blog <blog@example.org>`.',
  }),
  replyTo: setting(text('an address such as "Blog <blog@example.org>"'), {
    env: 'EMAIL_REPLY_TO',
    otherwise: 'none: replies go to the sender',
    meaning: 'Where replies to mails go, if a mail or its template does not say it.',
  }),
  smtp,
})

const secrets = group({
  jwt: setting(secret(), {
    env: 'JWT_SECRET',
    otherwise: 'none: no user can sign in',
    meaning:
      "Signs the users' JWTs. Secrets with fewer than 16 characters, or fewer than 8 different characters, are refused in production; `openssl rand -base64 32` generates a good one.",
  }),
  apiTokenSalt: setting(secret(), {
    env: 'API_TOKEN_SALT',
    otherwise: 'none: no API token works',
    meaning: 'Hashes API tokens.',
  }),
  admin: setting(secret(), {
    env: 'ADMIN_JWT_SECRET',
    otherwise: 'none: no administrator can sign in',
    meaning: 'Hashes the sessions of administrators; a new value ends them all.',
  }),
  singleSignOn: setting(signOnSecrets(), {
    env: 'ADMIN_SSO_SECRETS',
    otherwise: 'none',
    meaning:
      'The secrets of this server at the providers of `admin.singleSignOn`, by their names; in the environment as JSON. A provider without one is asked as a public client.',
  }),
})

const admin = group({
  idleMinutes: setting(whole(1, 10_000_000), {
    default: 12 * 60,
    meaning: "An administrator's session ends when it has not been used for this long.",
  }),
  sessionMinutes: setting(whole(1, 10_000_000), {
    default: 7 * 24 * 60,
    meaning: "An administrator's session ends this long after it started.",
  }),
  secondFactor: setting(oneOf(['optional', 'required'] as const), {
    default: 'optional',
    meaning:
      'Whether every administrator needs a [second factor](admin-api.md#second-factor): with `required`, those who have none can only set one up.',
  }),
  singleSignOn: setting(signOnProviders(), {
    env: 'ADMIN_SSO',
    default: {},
    meaning:
      'The providers of OpenID Connect with which administrators may [sign in](admin-api.md#single-sign-on), by name; in the environment as JSON.',
  }),
  passwords: setting(flag(), {
    env: 'ADMIN_PASSWORDS',
    default: true,
    meaning:
      'Whether administrators may sign in with a password. With `false`, only [single sign-on](admin-api.md#single-sign-on) is left.',
  }),
  firstCodeMinutes: setting(whole(1, 10_000_000), {
    default: 24 * 60,
    meaning: 'How long a [code for the first administrator](admin-api.md#the-first-administrator) is valid.',
  }),
  groups: setting(value<GroupNames>('an object of lists of uids', isGroups), {
    default: {},
    meaning:
      'Groups of content types in the menu of the admin panel: `{ "Blog": ["api::article.article", "api::tag.tag"] }`.',
  }),
  preview: setting(value<PreviewAddresses>('an object of addresses by uid', isPreview), {
    default: {},
    meaning:
      'The [preview address](admin-content-api.md#preview) of the entries of a content type: `{ "api::article.article": "https://example.org/{slug}?locale={locale}&preview={token}" }`.',
  }),
  previewMinutes: setting(whole(1, 10_000), {
    default: 30,
    meaning: 'How long the token in a preview address is valid.',
  }),
  draftSize: setting(whole(1, 1_000_000_000), {
    default: 1024 * 1024,
    meaning: 'The largest size in bytes of the unsaved work on one entry that the server keeps for an administrator.',
  }),
})

const adopt = group({
  ignore: setting(value<readonly string[]>('a list of files or folders', isTextList), {
    default: [],
    meaning:
      'Strapi projects: files or folders with [code](#code-of-a-strapi-project) that is not to run and is not needed, such as `["src/api/article/controllers/article.js"]`. Routes that are closed because of them are answered.',
  }),
  transformer: setting(transformerOptions(), {
    default: null,
    otherwise: 'none; in a Strapi project what `config/plugins` says',
    meaning:
      'Strapi projects with `strapi-plugin-transformer`: [how bodies are changed](strapi-plugins.md#transformer).',
  }),
  slugify: setting(slugifySettings(), {
    default: null,
    otherwise: 'none; in a Strapi project what `config/plugins` says',
    meaning: 'Strapi projects with `strapi-plugin-slugify`: [which slugs are filled](strapi-plugins.md#slugify).',
  }),
  configSync: setting(configSyncOptions(), {
    default: null,
    otherwise: 'none; in a Strapi project with the plugin config-sync what `config/plugins` says',
    meaning:
      'The options of [`populus config-sync`](strapi-plugins.md#config-sync): where the files are, and what is left alone.',
  }),
})

const mcp = group({
  enabled: setting(flag(), {
    env: 'POPULUS_MCP',
    otherwise: '`true` in development, `false` in production',
    meaning: 'Whether assistants can read the content at [`/mcp`](../guides/assistants.md), with a token.',
  }),
  write: setting(flag(), {
    env: 'POPULUS_MCP_WRITE',
    default: false,
    meaning: 'Whether assistants can also create, change and publish entries there, as far as their token may.',
  }),
})

const metrics = group({
  enabled: setting(flag(), {
    env: 'POPULUS_METRICS',
    default: false,
    meaning: 'Whether [`/metrics`](../guides/metrics.md) is served.',
  }),
  token: setting(secret(), {
    env: 'POPULUS_METRICS_TOKEN',
    otherwise: 'none: nobody may read them unless `metrics.public` is set',
    meaning: 'Callers that send it as `Authorization: Bearer ...` may read them.',
  }),
  public: setting(flag(), {
    env: 'POPULUS_METRICS_PUBLIC',
    default: false,
    meaning: 'Whether everyone who can reach the server may read them without a token.',
  }),
})

export const settingsSchema = z.strictObject({
  host: setting(text('a host name or an address'), {
    env: 'HOST',
    default: '127.0.0.1',
    meaning: 'The address to listen on. `0.0.0.0` lets other machines connect.',
  }),
  port: setting(whole(0, 65535), {
    env: 'PORT',
    default: 1337,
    meaning: 'The port to listen on; `0` picks a free one.',
  }),
  server,
  database,
  api,
  limits,
  cache,
  cors,
  outgoing,
  changes,
  history,
  trash,
  users,
  rateLimit,
  email,
  media: mediaSettings,
  secrets,
  admin,
  adopt,
  mcp,
  metrics,
  log: setting(oneOf(LEVELS, readLevel), {
    env: 'LOG_LEVEL',
    default: 'info',
    meaning:
      "`silent`, `error`, `warn`, `info` or `debug`. The environment may also use the other names of Strapi's logger (`http`, `verbose`, `silly`, ...).",
  }),
})
