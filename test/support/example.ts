/**
 * The wire contract by example: a request, the whole answer, and the number of statements that it took. Every example
 * runs on both databases and, unless it names one, in both dialects.
 */
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Config, DatabaseConfig, Limits } from '../../src/config/config.ts'
import type { BoundStatement } from '../../src/sql/statement.ts'
import { buildTestApp } from './build-test-app.ts'
import { CLIENTS, type Client } from './databases.ts'
import {
  type Caller,
  headersOf,
  STORED_PASSWORD,
  WORLD,
  WORLD_SECRETS,
  type WorldChanges,
  worldDatabase,
} from './world.ts'

export type DialectName = Config['api']['dialect']

export interface Answer {
  readonly status: number
  /** The whole body: JSON, compared with the order of its keys, or the text of a body that is no JSON. */
  readonly response: unknown
  /** Statements on content; those that look up who is asking are not counted. */
  readonly statements?: number
  /** Headers of the answer: a text, a pattern, or `null` for one that must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>
}

export interface Example extends Answer {
  /** `GET /api/articles?fields[0]=title`; what is not allowed in a URL is encoded before it is sent. */
  readonly request: string
  /** Headers of the request. */
  readonly send?: Readonly<Record<string, string>>
  /** Both when absent. */
  readonly dialect?: DialectName
  /** `public` when absent. */
  readonly as?: Caller
  /** What is different on one of the databases, and why that is so. */
  readonly differs?: Partial<Record<Client, Partial<Answer> & { readonly because: string }>>
}

/** Settings and rights other than those of the fixture. */
export interface Setting extends WorldChanges {
  readonly limits?: Partial<Limits>
  readonly cors?: Config['cors']
}

export type ExampleFunction = (title: string, given: Example) => void

/** An example in the world as the fixture describes it. */
export const example: ExampleFunction = exampleIn({})

/** Examples in a world with other rights or settings: `const exampleWithFewNodes = exampleIn({ limits: { populateNodes: 3 } })`. */
export function exampleIn(setting: Setting): ExampleFunction {
  const databases = new Map<Client, Promise<DatabaseConfig>>()
  const servers = new Map<string, Server>()
  const databaseOf = (client: Client): Promise<DatabaseConfig> => {
    const known = databases.get(client) ?? worldDatabase(client, setting)
    databases.set(client, known)
    return known
  }
  const serverOf = (client: Client, dialect: DialectName): Server => {
    const key = `${client} ${dialect}`
    const known = servers.get(key)
    if (known !== undefined) return known
    const server = new Server()
    servers.set(key, server)
    beforeAll(async () => server.start(setting, await databaseOf(client), dialect))
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

/** One application and the statements it has run. */
class Server {
  #app: App | undefined
  readonly #statements: BoundStatement[] = []

  async start({ limits, cors }: Setting, database: DatabaseConfig, dialect: DialectName): Promise<void> {
    this.#app = await buildTestApp({
      folder: WORLD,
      database,
      dialect,
      secrets: WORLD_SECRETS,
      ...(limits === undefined ? {} : { limits }),
      ...(cors === undefined ? {} : { cors }),
      onStatement: statement => this.#statements.push(statement),
    })
  }

  async check({
    request,
    send = {},
    as = 'public',
    status,
    response,
    statements,
    headers = {},
  }: Example): Promise<void> {
    const [method = '', ...path] = request.split(' ')
    this.#statements.length = 0
    const answer = await this.#app!.inject({
      method: method as 'GET',
      url: path.join('%20'),
      headers: { ...(await headersOf(as)), ...send },
    })
    expect(shownBody(answer.payload)).toBe(shownBody(asText(response)))
    expect(answer.statusCode).toBe(status)
    expect(answer.payload).not.toContain(STORED_PASSWORD)
    if (statements !== undefined)
      expect(this.#statements.filter(isOnContent).map(({ text }) => text)).toHaveLength(statements)
    for (const [name, expected] of Object.entries(headers)) checkHeader(name, answer.headers[name], expected)
  }
}

/** Who is asking and in which locale is looked up in tables of users, tokens, settings and grants. */
function isOnContent({ text }: BoundStatement): boolean {
  return !/(?:from|join) "(?:up_|strapi_|i18n_locale|populus")/.test(text)
}

function checkHeader(name: string, value: unknown, expected: string | RegExp | null): void {
  if (expected === null) expect(value, name).toBeUndefined()
  else if (typeof expected === 'string') expect(value, name).toBe(expected)
  else expect(value, name).toMatch(expected)
}

function asText(response: unknown): string {
  return typeof response === 'string' ? response : JSON.stringify(response)
}

/** JSON is laid out for people, its keys as they come; any other text stays as it is. */
function shownBody(text: string): string {
  return /^[[{]/.test(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
}
