/**
 * The wire contract by example: a request, the whole answer, and the number of statements it took. Every example runs
 * on both databases and, unless it names one, in both dialects. Rules for all answers are checked along the way: no
 * password, no X-Powered-By, and a tag on every 200.
 */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../../../src/app.ts'
import type { Config, DatabaseConfig, Limits } from '../../../src/config/config.ts'
import type { BoundStatement } from '../../../src/sql/statement.ts'
import { buildTestApp, CHEAP_PASSWORDS, testConfig } from '../build-test-app.ts'
import { cleanUp } from '../clean-up.ts'
import { CLIENTS, type Client } from '../databases.ts'
import { ofRequests } from '../seen-statements.ts'
import { payloadWithoutHelp } from './error-help.ts'
import { projectWithoutQueries, projectWithRules, type RuleFiles } from './linked-project.ts'
import {
  type Caller,
  headersOf,
  STORED_PASSWORD,
  sharedWorldDatabase,
  WORLD,
  WORLD_SECRETS,
  type WorldChanges,
  worldDatabase,
} from './world.ts'

export type DialectName = Config['api']['dialect']

export interface Answer {
  readonly status: number
  /** The whole body: JSON, compared including the order of its keys, or the text of a body that is not JSON. */
  readonly response: unknown
  /** Statements on content; statements that identify the caller are not counted. */
  readonly statements: number
  /** Headers of the answer: a string, a pattern, or `null` for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>
}

export interface Example extends Answer {
  /** `GET /api/articles?fields[0]=title`; characters not allowed in a URL are encoded before it is sent. */
  readonly request: string
  /** Headers of the request. */
  readonly send?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  /** Both if absent. */
  readonly dialect?: DialectName
  /** `public` if absent. */
  readonly as?: Caller
  /** What is different on one of the databases, and why. */
  readonly differs?: Partial<Record<Client, Partial<Answer> & { readonly because: string }>>
}

/** Settings and rights that differ from those of the fixture. */
export interface Setting extends WorldChanges {
  readonly limits?: Partial<Limits>
  readonly cors?: Config['cors']
  readonly drafts?: Config['api']['drafts']
  readonly populateWithPagination?: boolean
  readonly anonymousReads?: Config['api']['anonymousReads']
  readonly rules?: RuleFiles
  readonly media?: Partial<Config['media']>
  /** False if absent: as in production, where remembered addresses are answered without routing. */
  readonly development?: boolean
}

export type ExampleFunction = (title: string, given: Example) => void

/** An example in the world that the fixture describes. Its servers are the same for all test files of this process. */
export const example: ExampleFunction = exampleIn({})

/**
 * Examples in a world with other rights or settings:
 * `const exampleWithFewNodes = exampleIn({ limits: { populateNodes: 3 } })`.
 */
export function exampleIn(setting: Setting): ExampleFunction {
  const servers = new Map<string, Server>()
  const inThisFile = new Set<string>()
  const isShared = Object.keys(setting).length === 0
  const serverOf = (client: Client, dialect: DialectName): Server => {
    const key = `${client} ${dialect}`
    const server = servers.get(key) ?? new Server()
    servers.set(key, server)
    if (inThisFile.has(key)) return server
    inThisFile.add(key)
    cleanUp(() => {
      inThisFile.delete(key)
      if (!isShared) servers.delete(key)
    })
    beforeAll(() => (isShared ? server.startShared(client, dialect) : server.start(client, dialect, setting)))
    return server
  }
  return (title, given) => {
    const dialects: readonly DialectName[] = given.dialect === undefined ? ['document', 'strapi4'] : [given.dialect]
    for (const client of CLIENTS) {
      for (const dialect of dialects) {
        const server = serverOf(client, dialect)
        const { because, ...changes } = given.differs?.[client] ?? { because: '' }
        const reason = because === '' ? '' : `, differs because ${because}`
        test(`${title} (${client}, ${dialect}${reason})`, () => server.check({ ...given, ...changes }))
      }
    }
  }
}

const databases = new Map<string, Promise<DatabaseConfig>>()

/** Servers whose worlds have the same rights share one database, because examples only read. */
function databaseOf(client: Client, { grants = [], revokes = [], extras = false }: Setting): Promise<DatabaseConfig> {
  const key = JSON.stringify([client, grants, revokes, extras])
  const known = databases.get(key) ?? worldDatabase(client, { grants, revokes, extras })
  databases.set(key, known)
  cleanUp(() => databases.delete(key))
  return known
}

function folderOf({ rules, limits }: Setting): string {
  if (rules !== undefined) return projectWithRules(WORLD, rules)
  return limits === undefined ? WORLD : projectWithoutQueries(WORLD)
}

/** One application and the statements it has run. */
class Server {
  #app: App | undefined
  #dialect: DialectName = 'document'
  #address: { readonly address: string } | undefined
  readonly #statements: BoundStatement[] = []

  /** Only once, and it runs as long as this process. */
  async startShared(client: Client, dialect: DialectName): Promise<void> {
    if (this.#app !== undefined) return
    this.#dialect = dialect
    const database = await sharedWorldDatabase(client)
    const input = {
      folder: WORLD,
      database,
      dialect,
      anonymousReads: 'all',
      secrets: WORLD_SECRETS,
      development: false,
    } as const
    const onStatement = ofRequests((statement: BoundStatement) => this.#statements.push(statement))
    this.#app = await buildApp(testConfig({ ...input, onStatement }), { passwordCost: CHEAP_PASSWORDS, onStatement })
  }

  async start(client: Client, dialect: DialectName, setting: Setting): Promise<void> {
    const { limits, cors, drafts, media = {}, anonymousReads = 'all', development = false } = setting
    const { populateWithPagination } = setting
    this.#dialect = dialect
    this.#app = await buildTestApp({
      folder: folderOf(setting),
      database: await databaseOf(client, setting),
      dialect,
      drafts,
      anonymousReads,
      secrets: WORLD_SECRETS,
      development,
      media,
      ...(populateWithPagination === undefined ? {} : { populateWithPagination }),
      ...(limits === undefined ? {} : { limits }),
      ...(cors === undefined ? {} : { cors }),
      onStatement: statement => this.#statements.push(statement),
    })
  }

  async check({
    request,
    send = {},
    body,
    as = 'public',
    status,
    response,
    statements,
    headers = {},
  }: Example): Promise<void> {
    const [method = '', ...path] = request.split(' ')
    const ask = async (more: Readonly<Record<string, string>> = {}) =>
      this.#app!.inject({
        method: method as 'GET',
        url: path.join('%20'),
        headers: { ...(await headersOf(as)), ...send, ...more },
        ...(body === undefined ? {} : { payload: body }),
      })
    this.#statements.length = 0
    const answer = await ask()
    const onContent = this.#statements.filter(isOnContent).map(({ text }) => text)
    expect(shownBody(payloadWithoutHelp(answer, this.#dialect))).toBe(shownBody(asText(response)))
    expect(answer.statusCode).toBe(status)
    expect(onContent).toHaveLength(statements)
    for (const [name, expected] of Object.entries(headers)) checkHeader(name, answer.headers[name], expected)
    expect(answer.payload).not.toContain(STORED_PASSWORD)
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    if (method === 'GET' && status === 200) await checkTag(answer.headers.etag, ask)
    const isAnonymous = as === 'public' && Object.keys(send).length === 0
    if (method === 'GET' && isAnonymous) await this.#checkOverSocket(path.join('%20'), answer)
  }

  /**
   * Injected requests bypass the front door. Over a socket, the address is new the first time and remembered the second
   * time.
   */
  async #checkOverSocket(
    path: string,
    { statusCode, payload }: { statusCode: number; payload: string },
  ): Promise<void> {
    this.#address ??= await this.#app!.listen(0)
    for (const time of ['first', 'second'])
      expect(await getOverSocket(new URL(path, this.#address.address)), `the ${time} time, over a socket`).toEqual({
        statusCode,
        payload,
      })
  }
}

async function getOverSocket(url: URL): Promise<{ statusCode: number | undefined; payload: string }> {
  const sent = get(url, { agent: AGENT })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { statusCode: answer.statusCode, payload: await text(answer) }
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * A client that already has the answer gets an empty 304. Every 200 has a tag, and the same request always gets the
 * same tag.
 */
async function checkTag(
  tag: string | number | string[] | undefined,
  ask: (headers: Readonly<Record<string, string>>) => Promise<{ statusCode: number; payload: string }>,
): Promise<void> {
  expect(tag).toMatch(/^(W\/)?"[\w.-]+"$/)
  const again = await ask({ 'if-none-match': String(tag) })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
}

/**
 * The caller and the locale are looked up in the tables of users, tokens, settings and grants. After every change, the first
 * search asks whether others have left something to index.
 */
function isOnContent({ text }: BoundStatement): boolean {
  // Tables are counted again from time to time.
  if (text.startsWith('select (select count(*) from (select 1 from ')) return false
  return !/(?:from|join) "(?:up_|strapi_|i18n_locale|populus"(?!\."search_(?:words|near))|sqlitepopulus_search_(?:pending|unbuilt))/.test(
    text,
  )
}

function checkHeader(name: string, value: unknown, expected: string | RegExp | null): void {
  if (expected === null) expect(value, name).toBeUndefined()
  else if (typeof expected === 'string') expect(value, name).toBe(expected)
  else expect(value, name).toMatch(expected)
}

function asText(response: unknown): string {
  return typeof response === 'string' ? response : JSON.stringify(response)
}

/** JSON is formatted for people, with its keys in their original order; any other text stays as it is. */
function shownBody(text: string): string {
  return /^[[{]/.test(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
}
