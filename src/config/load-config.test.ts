import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'
import { NOTHING_READ } from './project-reader.ts'
import { usualCacheSize, usualImageMemory } from './settings/usual-sizes.ts'
import type { ConfigFlags } from './sources/flag-settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'populus-config-'))
})
afterEach(() => rm(folder, { recursive: true }))

interface Given {
  readonly files?: Readonly<Record<string, string | object>>
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: ConfigFlags
}

async function load({ files = { 'package.json': {} }, env = {}, flags = {} }: Given) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const config = await loadConfig({ folder, flags, env: { TZ: 'UTC', ...env }, warn }, async () => NOTHING_READ)
  return { config, warnings }
}

/** The problems of settings that are refused. */
async function problemsOf(given: Given): Promise<readonly string[]> {
  const error = await load(given).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).problems
}

const STRAPI_PROJECT = { 'package.json': { dependencies: { '@strapi/strapi': '4.26.2' } } }

/** What a new project gets when nothing is set. */
const newProject = (): Config => ({
  folder,
  strapi: false,
  mayCreate: true,
  plugins: [],
  host: '127.0.0.1',
  port: 1337,
  database: { client: 'sqlite', filename: join(folder, '.data/content.db') },
  api: {
    dialect: 'document',
    drafts: 'granted',
    prefix: '/api',
    anonymousReads: 'all',
    defaultLimit: 25,
    maxLimit: 100,
    withCount: true,
    populateDeep: 0,
    populateDeepVersion: 3,
    privateAttributes: [],
  },
  cache: {
    responses: true,
    size: usualCacheSize(),
    compress: true,
    totals: true,
    columnsFrom: 1000,
    announcedOnly: false,
    control: {},
    surrogateKeys: false,
  },
  limits: {
    queryLength: 16384,
    parameters: 1000,
    listLength: 1000,
    populateNodes: 200,
    deepLevels: 10,
    deepEntries: 10000,
    deepLength: 4194304,
    filterTerms: 200,
    aggregateValues: 50,
    patternLength: 250,
    patternWildcards: 10,
    searchWords: 10,
    cost: 100_000_000,
    expensiveCost: 100_000,
    queryDepth: 500,
    relationHops: 20,
    toManySortHops: 3,
    relatedSortKeys: 20,
    answerEntries: 50000,
    answerLength: 33554432,
    bodySize: 1048576,
    bodyDepth: 100,
    bodyPasswords: 10,
    passwordQueue: 100,
    passwordWait: 10000,
    statementTimeout: 10000,
    requestTimeout: 60000,
    uploadRate: 10000,
    formFiles: 100,
    formFields: 1000,
    readerTimeout: 30000,
    expensiveQueries: 2,
    imagePixels: 100_000_000,
    imageMemory: usualImageMemory(),
    imageQueue: 100,
    imageWait: 120_000,
    imageTimeout: 60_000,
  },
  server: { url: undefined, trustProxy: [], without: [], workers: 1, stopSeconds: 8, drainSeconds: 0 },
  outgoing: { allow: [] },
  changes: { keepDays: 30 },
  history: { keepDays: 90, keepVersions: 50, adopted: false },
  trash: { keepDays: 30 },
  users: {
    tokenLifetime: 2592000,
    resetCodeLifetime: 3600,
    confirmationCodeLifetime: 86400,
    providers: {},
    registerFields: null,
  },
  rateLimit: { enabled: true, interval: 60000, perAddress: 10, perIdentifier: 50 },
  email: { from: undefined, replyTo: undefined, smtp: null },
  media: {
    provider: 'local',
    sizeLimit: 1_000_000_000,
    breakpoints: { large: 1000, medium: 750, small: 500 },
    allow: [],
    deny: [],
    formats: [],
    resumable: { uploads: 100, bytes: 10_000_000_000, hours: 24 },
    extraFields: false,
    cacheControl: 'public, max-age=31536000, immutable',
    sizes: undefined,
    sizeSecret: undefined,
    sizeRoom: 1_000_000_000,
    uploadOptions: {},
    timeout: 30_000,
    s3: { signedUrlExpires: 900 },
    cloudinary: { uploadPrefix: 'https://api.cloudinary.com' },
    azure: {},
  },
  cors: { origin: '*' },
  secrets: { jwt: undefined, apiTokenSalt: undefined },
  adopt: { ignore: [], transformer: null, slugify: null, configSync: null },
  admin: {
    idleMinutes: 720,
    sessionMinutes: 10080,
    secondFactor: 'optional',
    singleSignOn: {},
    passwords: true,
    firstCodeMinutes: 1440,
    groups: {},
    preview: {},
    previewMinutes: 30,
    draftSize: 1048576,
  },
  mcp: { enabled: undefined, write: false },
  metrics: { enabled: false, token: undefined, public: false },
  log: 'info',
  development: true,
})

describe('effective settings', () => {
  test('a new project has the defaults', async () => {
    expect((await load({})).config).toEqual(newProject())
  })

  test('a src folder is enough for a project', async () => {
    expect((await load({ files: { 'src/api/.gitkeep': '' } })).config).toEqual(newProject())
  })

  test('an opened Strapi v4 project has its dialect and its database file', async () => {
    const { config } = await load({ files: STRAPI_PROJECT })
    expect(config).toEqual({
      ...newProject(),
      strapi: true,
      mayCreate: false,
      database: { client: 'sqlite', filename: join(folder, '.tmp/data.db') },
      api: { ...newProject().api, dialect: 'strapi4', drafts: undefined },
    })
  })

  test.each(['^4.1.0', '~4.25', '4.26.2', '4', '>=4.0.0 <5'])('the range %s means Strapi v4', async range => {
    const { config } = await load({ files: { 'package.json': { devDependencies: { '@strapi/strapi': range } } } })
    expect(config.api.dialect).toBe('strapi4')
  })

  test('strapi4 opens drafts in Strapi projects only, unless the project says otherwise', async () => {
    const file = { 'package.json': {}, 'populus.config.json': { api: { dialect: 'strapi4' } } }
    expect((await load({ files: file })).config.api.drafts).toBe('granted')
    expect((await load({ flags: { dialect: 'strapi4' } })).config.api.drafts).toBe('granted')
    const opened = { 'package.json': {}, 'populus.config.json': { api: { dialect: 'strapi4', drafts: 'open' } } }
    expect((await load({ files: opened })).config.api.drafts).toBe('open')
  })

  test.each(['^5.0.0', 'latest', '3.6.8'])('the range %s does not', async range => {
    const { config } = await load({ files: { 'package.json': { dependencies: { '@strapi/strapi': range } } } })
    expect(config.api.dialect).toBe('document')
  })

  test('every setting of populus.config.json counts', async () => {
    const settings = {
      host: '0.0.0.0',
      port: 8080,
      database: { url: 'postgres://p:q@db:5433/site', pool: 4, ssl: true, schema: 'cms', timezone: 'Europe/Paris' },
      api: {
        dialect: 'strapi4',
        populateWithPagination: true,
        drafts: 'open',
        prefix: 'v1/',
        defaultLimit: 10,
        maxLimit: 50,
        withCount: false,
        populateDeep: 4,
        populateDeepVersion: 2,
        anonymousReads: 'named',
        privateAttributes: ['x'],
      },
      limits: { ...newProject().limits, populateNodes: 7 },
      cors: { origin: ['https://example.org'] },
      secrets: { jwt: 'a', apiTokenSalt: 'b' },
      log: 'warn',
    }
    const { config } = await load({ files: { 'package.json': {}, 'populus.config.json': settings } })
    expect(config).toEqual({
      ...newProject(),
      ...settings,
      database: { client: 'postgres', ...settings.database },
      api: { ...settings.api, prefix: '/v1' },
    })
  })

  test('the environment wins over the file, the real one over .env, and flags over all', async () => {
    const { config } = await load({
      files: {
        'package.json': {},
        'populus.config.json': { host: 'file', port: 1, log: 'error', api: { maxLimit: 9 } },
        '.env': 'HOST=dotenv\nPORT=2\nLOG_LEVEL=debug # loud\nJWT_SECRET="from .env"',
      },
      env: { PORT: '3', HOST: 'real', NODE_ENV: 'production' },
      flags: { port: '0' },
    })
    expect(config).toEqual({
      ...newProject(),
      host: 'real',
      port: 0,
      log: 'debug',
      api: { ...newProject().api, maxLimit: 9 },
      secrets: { jwt: 'from .env', apiTokenSalt: undefined },
      development: false,
    })
  })

  test("the .env of a Strapi v4 project on PostgreSQL gives that project's database", async () => {
    const { config } = await load({
      files: {
        ...STRAPI_PROJECT,
        '.env': [
          'HOST=0.0.0.0',
          'PORT=1338',
          'APP_KEYS=a,b',
          'API_TOKEN_SALT=salt',
          'JWT_SECRET=jwt',
          'DATABASE_CLIENT=pg',
          'DATABASE_HOST=db.internal',
          'DATABASE_PORT=5433',
          'DATABASE_NAME=site',
          'DATABASE_USERNAME=cms',
          'DATABASE_PASSWORD=p@ss/word',
          'DATABASE_SSL=false',
          'TZ=America/New_York',
        ].join('\n'),
      },
      env: { TZ: 'America/New_York' },
    })
    expect(config).toEqual({
      ...newProject(),
      strapi: true,
      mayCreate: false,
      host: '0.0.0.0',
      port: 1338,
      database: {
        client: 'postgres',
        url: 'postgres://cms:p%40ss%2Fword@db.internal:5433/site',
        pool: 10,
        ssl: false,
        schema: 'public',
        timezone: 'America/New_York',
      },
      api: { ...newProject().api, dialect: 'strapi4', drafts: undefined },
      secrets: { jwt: 'jwt', apiTokenSalt: 'salt' },
    })
  })

  test('an .mjs file gives the same settings as a .json file', async () => {
    const { config } = await load({
      files: { 'package.json': {}, 'populus.config.mjs': 'export default { port: 40 + 2 }' },
    })
    expect(config.port).toBe(42)
  })

  test('the settings are frozen to the bottom', async () => {
    const { config } = await load({})
    const parts = [
      config,
      config.database,
      config.api,
      config.api.privateAttributes,
      config.limits,
      config.cors,
      config.secrets,
    ]
    expect(parts.filter(part => !Object.isFrozen(part))).toEqual([])
  })
})

describe('the database', () => {
  const databaseOf = async (given: Given) => (await load(given)).config.database

  test('DATABASE_FILENAME is relative to the project folder', async () => {
    expect(await databaseOf({ env: { DATABASE_FILENAME: 'x/y.db' } })).toEqual({
      client: 'sqlite',
      filename: join(folder, 'x/y.db'),
    })
  })

  test.each(['sqlite:/srv/x/content', '/srv/x/content', '/srv/x/content.db', 'data/content.sqlite3'])(
    '--database %s is a file of SQLite',
    async database => {
      expect(await databaseOf({ flags: { database } })).toEqual({
        client: 'sqlite',
        filename: expect.stringContaining(database.replace('sqlite:', '')),
      })
    },
  )

  test('--database sqlite:PATH wins over a server of the environment', async () => {
    const given = { env: { DATABASE_URL: 'postgres://a/b' }, flags: { database: 'sqlite::memory:' } }
    expect(await databaseOf(given)).toEqual({ client: 'sqlite', filename: ':memory:' })
  })

  test('--database postgres://... replaces the parts of the environment', async () => {
    const given = {
      env: { DATABASE_HOST: 'a', DATABASE_NAME: 'n' },
      flags: { database: 'postgres://b/c?sslmode=require' },
    }
    expect(await databaseOf(given)).toMatchObject({ url: 'postgres://b/c?sslmode=require', ssl: true })
  })

  test("parts of the environment change the address of the file, and the file's time zone wins over TZ", async () => {
    const file = { database: { url: 'postgres://u:p@a/n', timezone: 'Asia/Tokyo' } }
    const given = {
      files: { 'package.json': {}, 'populus.config.json': file },
      env: { DATABASE_HOST: 'b', DATABASE_PASSWORD: 'x' },
    }
    expect(await databaseOf(given)).toMatchObject({ url: 'postgres://u:x@b/n', timezone: 'Asia/Tokyo' })
  })

  test('DATABASE_CLIENT decides which of several databases of an .env is meant', async () => {
    const env = {
      DATABASE_CLIENT: 'better-sqlite3',
      DATABASE_FILENAME: 'a.db',
      DATABASE_URL: 'mysql://x',
      DATABASE_SSL: 'perhaps',
    }
    expect(await databaseOf({ env })).toEqual({ client: 'sqlite', filename: join(folder, 'a.db') })
  })
})

describe('several hosts of PostgreSQL', () => {
  const HOSTS = 'postgres://u:p@one:1,two/x?target_session_attrs=read-write'

  test.each([
    [{ DATABASE_URL: HOSTS }, HOSTS],
    [{ DATABASE_URL: 'postgres://one,two,[::1]/x' }, 'postgres://one,two,[::1]/x'],
  ])('%j are taken', async (env, url) => {
    expect((await load({ env })).config.database).toMatchObject({ client: 'postgres', url })
  })

  test.each([
    [{ DATABASE_NAME: 'y' }, 'postgres://u:p@one:1,two/y?target_session_attrs=read-write'],
    [{ DATABASE_HOST: 'three' }, 'postgres://u:p@three:1/x?target_session_attrs=read-write'],
  ])('%j changes the address of a file', async (env, url) => {
    const files = { 'package.json': {}, 'populus.config.json': { database: { url: HOSTS } } }
    expect((await load({ files, env })).config.database).toMatchObject({ url })
  })

  test.each(['standby', 'read-only', 'prefer-standby', 'x'])('target_session_attrs=%s is refused', async attributes => {
    const [problem] = await problemsOf({
      env: { DATABASE_URL: `postgres://one,two/x?target_session_attrs=${attributes}` },
    })
    expect(problem).toContain('(target_session_attrs: read-write, primary or any)')
  })

  test('the address to listen at is a setting of its own', async () => {
    const env = { DATABASE_URL: 'postgres://pooler/x', DATABASE_LISTEN_URL: 'postgres://one,two/x' }
    expect((await load({ env })).config.database).toMatchObject({ listenUrl: 'postgres://one,two/x' })
  })
})

describe('replicas', () => {
  const REPLICAS = ['postgres://u:p@two/x', 'postgres://u:p@three,four/x']

  test('come from the file, the environment or the command line, where spaces separate them', async () => {
    const files = {
      'package.json': {},
      'populus.config.json': { database: { url: 'postgres://one/x', replicas: REPLICAS } },
    }
    expect((await load({ files })).config.database).toMatchObject({ replicas: REPLICAS })
    const env = { DATABASE_URL: 'postgres://one/x', DATABASE_REPLICAS: REPLICAS.join(' ') }
    expect((await load({ env })).config.database).toMatchObject({ replicas: REPLICAS })
    const flags = { replicas: REPLICAS[0]! }
    expect((await load({ env, flags })).config.database).toMatchObject({ replicas: [REPLICAS[0]] })
    expect(await problemsOf({ env, flags: { replicas: 'two' } })).toEqual([expect.stringContaining('--replicas')])
  })

  test('need PostgreSQL, must be addresses, and are other servers than the primary', async () => {
    const needed = 'database.replicas (DATABASE_REPLICAS) needs PostgreSQL: a SQLite file has no replicas'
    const env = { DATABASE_CLIENT: 'sqlite', DATABASE_REPLICAS: REPLICAS[0]! }
    expect(await problemsOf({ env })).toEqual([needed])
    const url = 'postgres://one/x'
    const [itself] = await problemsOf({ env: { DATABASE_URL: url, DATABASE_REPLICAS: url } })
    expect(itself).toContain('names database.url itself')
    const [address] = await problemsOf({ env: { DATABASE_URL: url, DATABASE_REPLICAS: 'two:5432' } })
    expect(address).toContain('DATABASE_REPLICAS: expected a list of addresses such as')
  })
})

describe('what is refused', () => {
  test('too many workers, none, and several on a database in memory', async () => {
    expect(await problemsOf({ env: { POPULUS_WORKERS: '65' }, flags: { workers: '0' } })).toEqual([
      'POPULUS_WORKERS: expected a whole number from 1 to 64, got 65',
      '--workers: expected a whole number from 1 to 64, got 0',
    ])
    expect(await problemsOf({ flags: { workers: '2', database: 'sqlite::memory:' } })).toEqual([
      'server.workers (--workers): a database in memory belongs to one process; use a file, or 1 worker',
    ])
  })

  test('all problems of all sources come together, under the names their sources use', async () => {
    const file = {
      prot: 80,
      maxLimit: 5,
      server: { port: 80 },
      api: { defaultLimt: 3, withCount: 'yes' },
      cors: 'x',
      secrets: { jwt: 5 },
      zzzzzz: 1,
    }
    const problems = await problemsOf({
      files: { 'package.json': {}, 'populus.config.json': file },
      env: { PORT: 'http', LOG_LEVEL: 'loud', DATABASE_CLIENT: 'oracle' },
      flags: { database: 'oracle://u:secret@h/n', dialect: 'strapi5' },
    })
    expect(problems).toEqual([
      'populus.config.json: server.port: there is no such setting; did you mean port?',
      'populus.config.json: api.withCount: expected true or false, got "yes"',
      'populus.config.json: api.defaultLimt: there is no such setting; did you mean api.defaultLimit?',
      'populus.config.json: cors: expected an object with settings',
      'populus.config.json: secrets.jwt: expected a non-empty string',
      'populus.config.json: prot: there is no such setting; did you mean port?',
      'populus.config.json: maxLimit: there is no such setting; did you mean api.maxLimit?',
      'populus.config.json: zzzzzz: there is no such setting',
      'PORT: expected a whole number from 0 to 65535, got "http"',
      'DATABASE_CLIENT: expected "sqlite" or "postgres", got "oracle"',
      'LOG_LEVEL: expected "silent" or "error" or "warn" or "info" or "debug", got "loud"',
      '--database (sqlite:PATH or postgres://...): expected an address such as "postgres://user:password@host:5432/name" (target_session_attrs: read-write, primary or any), got "oracle://u:***@h/n"',
      '--dialect: expected "document" or "strapi4", got "strapi5"',
    ])
  })

  test.each([{ DATABASE_CLIENT: 'mysql', DATABASE_HOST: 'x' }, { DATABASE_URL: 'mysql://root@x/y' }])(
    'MySQL: %j',
    async env => {
      const [problem] = await problemsOf({ env })
      expect(problem).toContain('populus adopt --from mysql://')
    },
  )

  test('PostgreSQL without a name', async () => {
    const problems = await problemsOf({ env: { DATABASE_CLIENT: 'postgres' } })
    expect(problems).toEqual(['PostgreSQL needs database.url (DATABASE_URL) or database.name (DATABASE_NAME)'])
  })

  test('providers of single sign-on: each mistake by its place, without secrets', async () => {
    const of = (provider: object) => ({ ADMIN_SSO: JSON.stringify({ company: provider }) })
    const known = { issuer: 'https://id.example.org', clientId: 'cms' }
    const expected =
      'ADMIN_SSO: expected providers by name, such as {"company": {"issuer": "https://...", "clientId": "..."}}'
    const told = async (provider: object) => (await problemsOf({ env: of(provider) }))[0]
    expect(await told({ clientId: 'cms' })).toBe(
      `${expected} (company.issuer: Invalid input: expected string, received undefined)`,
    )
    expect(await told({ ...known, issuer: 'ftp://id.example.org' })).toBe(`${expected} (company.issuer: Invalid URL)`)
    expect(await told({ ...known, roles: [{ claim: 'groups', role: 'strapi-editor' }] })).toBe(
      `${expected} (company.roles.0.contains: Invalid input: expected string, received undefined)`,
    )
    expect(await told({ ...known, createPeople: true })).toBe(
      `${expected} (company: createPeople needs roles or a defaultRole)`,
    )
    expect(await problemsOf({ env: { ADMIN_SSO: 'no json' } })).toEqual([expected])
    expect(await problemsOf({ env: { ADMIN_SSO_SECRETS: '{"company": 5}' } })).toEqual([
      'ADMIN_SSO_SECRETS: expected secrets by the name of the provider, such as {"company": "..."} (company: Invalid input: expected string, received number)',
    ])
    expect(await problemsOf({ env: { ADMIN_PASSWORDS: 'false' } })).toEqual([
      'admin.passwords (ADMIN_PASSWORDS): without passwords, administrators need a provider in admin.singleSignOn (ADMIN_SSO)',
    ])
  })

  test('an unknown TZ, where it counts', async () => {
    const problems = await problemsOf({ env: { DATABASE_URL: 'postgres://x/y', TZ: 'Mars' } })
    expect(problems).toEqual(['TZ: expected a time zone such as "UTC" or "Europe/Paris", got "Mars"'])
  })

  test('a settings file that cannot be read, and two of them', async () => {
    const broken = await problemsOf({ files: { 'package.json': {}, 'populus.config.json': '{ "port": }' } })
    expect(broken[0]).toMatch(/^populus\.config\.json: cannot be read: /)
    const two = await problemsOf({ files: { 'populus.config.mjs': 'export default {}' } })
    expect(two).toEqual(['populus.config.json and populus.config.mjs exist together; keep only one of them'])
  })

  test('a Strapi v4 project, if nobody reads its files', async () => {
    await writeFile(join(folder, 'package.json'), JSON.stringify(STRAPI_PROJECT['package.json']))
    await expect(loadConfig({ folder, env: {} })).rejects.toThrow(
      new StartError(`${folder} is a Strapi project, but this build has no support for it`, [
        'it was built without src/strapi',
      ]),
    )
  })

  test('a folder that is no project', async () => {
    await expect(load({ files: {} })).rejects.toThrow(
      `${folder} is not a project\n  - it has neither a src/ folder (with the content types) nor a package.json\n  - to create a project in a new folder: npx populus init my-project\n  - to use another folder, name it: populus start path/to/project, or --folder path/to/project where a command has that option`,
    )
    await expect(loadConfig({ folder: join(folder, 'nowhere'), env: {} })).rejects.toThrow(
      `The folder ${folder}/nowhere does not exist`,
    )
  })
})
