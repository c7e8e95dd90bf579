/** The application as `populus start` builds it, for a given project and database, without a socket. */

import { type App, type AppOptions, buildApp } from '../../src/app.ts'
import {
  type ApiConfig,
  type Config,
  type DatabaseConfig,
  DEFAULT_ADMIN,
  DEFAULT_API,
  DEFAULT_CACHE,
  DEFAULT_LIMITS,
  DEFAULT_MEDIA,
  DEFAULT_RATE_LIMIT,
  DEFAULT_USERS,
  type Limits,
} from '../../src/config/config.ts'
import { cleanUp } from './clean-up.ts'
import { ofRequests } from './seen-statements.ts'

export interface TestAppInput extends AppOptions {
  readonly folder: string
  readonly database: DatabaseConfig
  readonly dialect?: ApiConfig['dialect']
  readonly populateWithPagination?: boolean
  readonly drafts?: ApiConfig['drafts']
  readonly attach?: ApiConfig['attach']
  readonly populateDeep?: number
  readonly populateDeepVersion?: number
  readonly anonymousReads?: ApiConfig['anonymousReads']
  readonly limits?: Partial<Limits>
  readonly secrets?: Partial<Config['secrets']>
  readonly cache?: Partial<Config['cache']>
  readonly cors?: Config['cors']
  readonly admin?: Partial<Config['admin']>
  readonly server?: Partial<Config['server']>
  readonly outgoing?: Config['outgoing']
  readonly changes?: Config['changes']
  readonly history?: Config['history']
  readonly trash?: Config['trash']
  readonly users?: Partial<Config['users']>
  readonly rateLimit?: Partial<Config['rateLimit']>
  readonly email?: Partial<Config['email']>
  readonly media?: Partial<Config['media']>
  readonly mcp?: Partial<Config['mcp']>
  readonly metrics?: Partial<Config['metrics']>
  readonly development?: boolean
  /** The folder is a Strapi project. */
  readonly strapi?: boolean
  readonly plugins?: Config['plugins']
  readonly adopt?: Partial<Config['adopt']>
}

/** bcrypt's smallest cost. Most tests do not ask how long a password takes. */
export const CHEAP_PASSWORDS = 4
/** Tests that look at statements need to see all of them. */
const NOTHING_KEPT = { responses: false, totals: false }
/** Other tests write to other databases on the same server. */
const ALONE = { announcedOnly: true }

/** A machine that does much else makes everything wait. Tests of these limits set them. */
const PATIENT = { statementTimeout: 120_000, passwordWait: 120_000, imageWait: 120_000, imageTimeout: 120_000 }

/** Closes itself after the test file. */
export async function buildTestApp(input: TestAppInput): Promise<App> {
  const app = await buildApp(testConfig(input), { passwordCost: CHEAP_PASSWORDS, ...optionsOf(input) })
  cleanUp(() => app.close())
  return app
}

function optionsOf(input: TestAppInput): AppOptions {
  const { note, onStatement, onEvent, counters, gatherFigures, passwordCost, logStream } = input
  const { findAddresses, code, guards, clock, runsTasks } = input
  const seen = onStatement === undefined ? undefined : ofRequests(onStatement)
  const watched = { note, onStatement: seen, onEvent, counters, gatherFigures, logStream }
  const given = Object.entries({ ...watched, passwordCost, findAddresses, code, guards, clock, runsTasks })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

export function testConfig({
  folder,
  database,
  dialect = 'document',
  populateWithPagination,
  drafts,
  attach,
  populateDeep = 0,
  populateDeepVersion = 3,
  anonymousReads = 'all',
  limits,
  secrets,
  cache,
  cors = { origin: '*' },
  admin,
  server,
  outgoing = { allow: [] },
  changes = { keepDays: 30 },
  history = { keepDays: 90, keepVersions: 50, adopted: false },
  trash = { keepDays: 30 },
  users,
  rateLimit,
  email,
  media,
  mcp,
  metrics,
  development = true,
  strapi = false,
  plugins = [],
  adopt,
  onStatement,
}: TestAppInput): Config {
  return {
    folder,
    strapi,
    plugins,
    mayCreate: true,
    host: '127.0.0.1',
    port: 0,
    database,
    api: {
      ...{ ...DEFAULT_API, dialect, populateWithPagination, drafts, attach },
      ...{ populateDeep, populateDeepVersion, anonymousReads },
    },
    limits: { ...DEFAULT_LIMITS, ...PATIENT, ...limits },
    cache: { ...DEFAULT_CACHE, ...ALONE, ...(onStatement === undefined ? {} : NOTHING_KEPT), ...cache },
    cors,
    server: { url: undefined, trustProxy: [], without: [], workers: 1, stopSeconds: 1, drainSeconds: 0, ...server },
    outgoing,
    changes,
    history,
    trash,
    users: { ...DEFAULT_USERS, ...users },
    rateLimit: { ...DEFAULT_RATE_LIMIT, ...rateLimit },
    email: { from: undefined, replyTo: undefined, smtp: null, ...email },
    media: { ...DEFAULT_MEDIA, ...media },
    secrets: { jwt: undefined, apiTokenSalt: undefined, ...secrets },
    admin: { ...DEFAULT_ADMIN, ...admin },
    adopt: { ignore: [], transformer: null, slugify: null, configSync: null, ...adopt },
    mcp: { enabled: undefined, write: false, ...mcp },
    metrics: { enabled: false, token: undefined, public: false, ...metrics },
    log: 'silent',
    development,
  }
}
