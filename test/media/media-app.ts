/** The project of `test/media/project` in a folder of its own, open to everybody, and looks at what uploads leave behind. */
import { cpSync, type Dirent, existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { query } from '../content/write/write-app.ts'
import { buildTestApp, type TestAppInput } from '../support/build-test-app.ts'
import { type Client, temporaryFolder } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const MEDIA_PROJECT = fileURLToPath(new URL('project', import.meta.url))

/** One white pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface MediaApp {
  readonly app: App
  readonly folder: string
  readonly database: DatabaseConfig
  /** Sends a form, or JSON, or nothing. */
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: FormData | object): Promise<MediaAnswer>
  /** The names of everything in `public/uploads`. */
  stored(): readonly string[]
  /** The paths of all temporary files. */
  temporary(): readonly string[]
  /** Rows of a query, past our own code. */
  rows(text: string): Promise<readonly (readonly unknown[])[]>
}

export interface MediaAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what they ask for
  readonly body: any
}

export async function openMediaApp(client: Client, options: Partial<TestAppInput> = {}): Promise<MediaApp> {
  const folder = copyOfMediaProject()
  const database = await mediaDatabase(client)
  return mediaAppOn({ folder, database, ...options })
}

export const mediaDatabase = (client: Client) => startedDatabase(client, MEDIA_PROJECT)

export function copyOfMediaProject(): string {
  const folder = join(temporaryFolder(), 'project')
  cpSync(MEDIA_PROJECT, folder, { recursive: true })
  return folder
}

export async function mediaAppOn(input: TestAppInput): Promise<MediaApp> {
  const { folder, database } = input
  const app = await buildTestApp(input)
  return {
    app,
    folder,
    database,
    send: async (method, path, body) => {
      const { payload, headers } = await payloadOf(body)
      const response = await app.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) })
      return { status: response.statusCode, headers: response.headers, body: parsed(response.body) }
    },
    stored: () => filesIn(join(folder, 'public', 'uploads')),
    temporary: () => filesIn(temporaryRoot(folder, database)),
    rows: text => query(database, text),
  }
}

function temporaryRoot(folder: string, database: DatabaseConfig): string {
  return database.client === 'sqlite' ? join(database.filename, '..', 'uploads') : join(folder, '.tmp', 'uploads')
}

export async function payloadOf(body: FormData | object | undefined) {
  if (body === undefined) return { payload: undefined, headers: {} }
  if (!(body instanceof FormData))
    return { payload: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } }
  const encoded = new Response(body)
  const payload = Buffer.from(await encoded.arrayBuffer())
  return { payload, headers: { 'content-type': encoded.headers.get('content-type')! } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** All files below a folder, by their path in it. */
export function filesIn(folder: string): readonly string[] {
  return entriesIn(folder)
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

/** A folder below it may be removed while they are listed: then they are listed again. */
function entriesIn(folder: string): readonly Dirent[] {
  for (;;) {
    if (!existsSync(folder)) return []
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

export interface Part {
  readonly name: string
  readonly value: string | Buffer
  /** Present: it is a file. */
  readonly file?: string
  readonly type?: string
}

/** `form({ name: 'files', value: PIXEL, file: 'a.png', type: 'image/png' })` */
export function form(...parts: readonly Part[]): FormData {
  const data = new FormData()
  for (const { name, value, file, type = '' } of parts) {
    if (file === undefined) data.append(name, String(value))
    else data.append(name, new Blob([value], { type }), file)
  }
  return data
}

export const picture = (file: string, name = 'files'): Part => ({ name, value: PIXEL, file, type: 'image/png' })
export const paper = (file: string, name = 'files', value = 'hello'): Part => ({
  name,
  value,
  file,
  type: 'text/plain',
})
export const field = (name: string, value: string | object): Part => ({
  name,
  value: typeof value === 'string' ? value : JSON.stringify(value),
})
