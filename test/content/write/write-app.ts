/** The project of `test/content/write/project` on a new database, open to everybody, and looks into its tables past our own code. */
import { fileURLToPath } from 'node:url'
import SqliteFile from 'better-sqlite3'
import type { App, AppOptions } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { type Client, sessionWith } from '../../support/databases.ts'
import { startedDatabase } from '../../support/prepared-database.ts'

export const PROJECT = fileURLToPath(new URL('project', import.meta.url))

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  /** The header that helps the developer. */
  readonly hint: string
  /** The parsed body. */
  readonly body: {
    readonly data?: unknown
    readonly error?: { readonly message: string; readonly details?: { readonly errors?: readonly ErrorAt[] } }
  }
}

export interface ErrorAt {
  readonly path: readonly string[]
  readonly message: string
}

export interface WriteApp {
  readonly app: App
  readonly database: DatabaseConfig
  /** `send('POST', 'items', { title: 'x' })`; the data is put into the envelope. */
  send(method: Method, path: string, data?: unknown): Promise<Answer>
  /** A body as it is, which may be no JSON. */
  sendText(method: Method, path: string, payload: string, contentType?: string): Promise<Answer>
  /** Creates an entry and gives its id. */
  create(path: string, data: unknown): Promise<number>
}

export async function openWriteApp(client: Client, options: AppOptions = {}): Promise<WriteApp> {
  return writeAppOn(await startedDatabase(client, PROJECT), options)
}

/** One more server on a database. */
export async function writeAppOn(database: DatabaseConfig, options: AppOptions = {}): Promise<WriteApp> {
  const app = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', ...options })
  const sendText: WriteApp['sendText'] = async (method, path, payload, contentType = 'application/json') => {
    const headers = payload === '' ? {} : { 'content-type': contentType }
    const response = await app.inject({ method, url: `/api/${path}`, headers, ...(payload === '' ? {} : { payload }) })
    const hint = String(response.headers['x-populus-hint'] ?? '')
    return { status: response.statusCode, hint, body: response.json() as Answer['body'] }
  }
  const send: WriteApp['send'] = (method, path, data) =>
    sendText(method, path, data === undefined ? '' : JSON.stringify({ data }))
  const create: WriteApp['create'] = async (path, data) => {
    const { status, body } = await send('POST', path, data)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body.data as Entry).id
  }
  return { app, database, send, sendText, create }
}

/** The answer to a body whose one problem is at a path. */
export function refusal(message: string, ...path: string[]): { readonly status: number; readonly body: object } {
  const error = { status: 400, name: 'ValidationError', message }
  const errors = [{ path, message, name: 'ValidationError' }]
  return { status: 400, body: { data: null, error: { ...error, details: { errors } } } }
}

/** Every row of every table of content, as sorted texts. */
export async function allRows(database: DatabaseConfig): Promise<readonly string[]> {
  return asking(database, async ask => {
    const tables = (await ask(TABLES[database.client])).map(([name]) => String(name))
    const names = tables.filter(name => !/^(strapi_|up_|admin_|sqlite_)/.test(name))
    const found: string[] = []
    if (database.client === 'postgres') {
      const selects = names.map(name => `select '${name}', t::text from "${name}" as t`)
      for (const row of await ask(selects.join(' union all '))) found.push(JSON.stringify(row))
    } else {
      for (const name of names)
        for (const row of await ask(`select * from "${name}"`)) found.push(JSON.stringify([name, ...row]))
    }
    return found.sort()
  })
}

const TABLES: Readonly<Record<Client, string>> = {
  sqlite: `select name from sqlite_master where type = 'table'`,
  postgres: `select table_name from information_schema.tables where table_schema = 'public'`,
}

type Ask = (text: string) => PromiseLike<readonly (readonly unknown[])[]>

/** The rows of a query, as lists. */
export function query(database: DatabaseConfig, text: string): Promise<readonly (readonly unknown[])[]> {
  return asking(database, ask => ask(text))
}

/** Asks on one connection of its own. */
async function asking<Found>(database: DatabaseConfig, work: (ask: Ask) => PromiseLike<Found>): Promise<Found> {
  if (database.client === 'postgres') return work(text => sessionWith(database).unsafe(text).values())
  const file = new SqliteFile(database.filename, { readonly: true })
  try {
    return await work(async text => file.prepare(text).raw().all() as unknown[][])
  } finally {
    file.close()
  }
}
