/**
 * Archives of a real Strapi 4.26.2, and archives for it. The content is that of the recorded answers, so what is imported must
 * answer in the same way.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { archiveLines } from '../../../src/strapi/archive/read-strapi-archive.ts'
import { runHere } from '../../cli/run-here.ts'
import { ask, loadCases, SECRETS } from '../../conformance/cases.ts'
import { explain } from '../../conformance/exceptions.ts'
import { differsInOrderOnly } from '../../conformance/undetermined-order.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/strapi-archive/${name}`, import.meta.url))
const PLAIN = fixture('plain.tar.gz')
const LOCKED = fixture('locked.tar.gz.enc')
const KEY = 'a secret key'

/** Strapi's SQLite driver has rounded this value before it came into the archive. */
const EXACT = '9007199254740993'
const ROUNDED = '9007199254740992'
/** Questions for that value, and for an order that only ids decide. */
const LEFT_OUT = /9007199254740993|\[links\]\[sort\]/

/** Tokens are not in archives. One answer of six is enough. */
const EVERY = 6

async function projectCopy(): Promise<string> {
  const folder = join(temporaryFolder(), 'project')
  await cp(CONFORMANCE_PROJECT, folder, { recursive: true })
  return folder
}

const flagOf = (database: DatabaseConfig): string =>
  database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url

async function linesOf(file: string, kind: string, key: string | null = null): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of archiveLines({ file, key }, kind)) lines.push(JSON.stringify(sorted(line)))
  return lines.sort()
}

/** The two answers from a little before the place where they part. */
function difference(given: { readonly body: unknown }, recorded: { readonly path: string; readonly body: unknown }) {
  const [here, there] = [JSON.stringify(given.body), JSON.stringify(recorded.body)]
  let at = 0
  while (at < here.length && here[at] === there[at]) at += 1
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 80)
  return { path: recorded.path, given: part(here), recorded: part(there) }
}

/** Permissions have other ids: a new database has some. */
const isContent = (line: string): boolean => !line.includes('plugin::users-permissions.')

function withoutComponentIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutComponentIds)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, withoutComponentIds(member)] as const)
  return Object.fromEntries('attributes' in value ? members : members.filter(([key]) => key !== 'id'))
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** With keys in one order. */
function sorted(value: unknown): Json {
  const json = value as Json
  if (Array.isArray(json)) return json.map(sorted)
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(
    Object.keys(json)
      .sort()
      .map(key => [key, sorted(json[key])]),
  )
}

describe.each(CLIENTS)('an archive of Strapi on %s', client => {
  let folder: string
  let database: DatabaseConfig
  let app: App
  const place = () => ['--folder', folder, '--database', flagOf(database)]

  beforeAll(async () => {
    folder = await projectCopy()
    database = await freshDatabase(client)
    const imported = await runHere(['import', PLAIN, '--create', ...place()])
    expect(imported).toMatchObject({ code: 0, out: `Imported 280 entries and 61 uploaded files from ${PLAIN}\n` })
    app = await buildTestApp({ folder, database, dialect: 'strapi4', secrets: SECRETS })
  })

  /** The archive is of Strapi on SQLite. In the one that answered on PostgreSQL, components had other ids. */
  function comparable<T extends { readonly body: unknown }>(answer: T): T {
    return client === 'sqlite' ? answer : { ...answer, body: withoutComponentIds(answer.body) }
  }

  test('is imported: answers are those of the Strapi that wrote it', async () => {
    const cases = loadCases(client)
      .filter(({ auth, path }, index) => auth === undefined && index % EVERY === 0 && !LEFT_OUT.test(path))
      .map(recorded => comparable(JSON.parse(JSON.stringify(recorded).replaceAll(EXACT, ROUNDED)) as typeof recorded))
    expect(cases.length).toBeGreaterThan(150)
    const different: object[] = []
    for (const recorded of cases) {
      const given = comparable(await ask(app, recorded))
      if (given.status === recorded.status && JSON.stringify(given.body) === JSON.stringify(recorded.body)) continue
      const again = async (path: string) => comparable(await ask(app, { ...recorded, path }))
      if (await differsInOrderOnly(given, recorded, again)) continue
      if ((await explain(given, recorded, client, again)) === undefined) different.push(difference(given, recorded))
    }
    expect(different).toEqual([])
  })

  test('brings uploads, settings, users and each permission once', async () => {
    const uploads = join(folder, 'public', 'uploads')
    expect(readdirSync(uploads)).toHaveLength(61)
    expect(readFileSync(join(uploads, 'pic_1_abc025.jpg'), 'utf8')).toBe('bytes of /uploads/pic_1_abc025.jpg')
    const login = { identifier: 'alice', password: 'Password1' }
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/local', payload: login })
    expect(signedIn.json()).toMatchObject({ user: { id: 1, username: 'alice' } })
    const listed = (await runHere(['permissions', 'public', ...place()])).out
    expect(listed.split('\n').filter(line => /\barticle\b/.test(line)).length).toBeLessThan(3)
  })

  test('is written as Strapi writes it, and encrypted', async () => {
    const out = join(folder, 'ours')
    const written = await runHere(['export', '--format', 'strapi', '--out', out, '--encrypt', '--key', KEY, ...place()])
    expect(written.error).toContain(`Exported 280 entries and 61 uploaded files to ${out}.tar.gz.enc`)
    for (const kind of ['links', 'entities']) {
      const ours = (await linesOf(`${out}.tar.gz.enc`, kind, KEY)).filter(isContent)
      expect(ours).toEqual((await linesOf(PLAIN, kind)).filter(isContent))
    }
  })
})

test('an encrypted archive needs its key', async () => {
  const folder = await projectCopy()
  const database = await freshDatabase('sqlite')
  const words = ['import', LOCKED, '--create', '--folder', folder, '--database', flagOf(database)]
  expect((await runHere(words)).error).toContain('give its key with --key')
  expect((await runHere([...words, '--key', 'wrong'])).error).toContain('the key is wrong, or the archive is damaged')
  expect(await runHere([...words, '--key', KEY])).toMatchObject({
    code: 0,
    out: `Imported 280 entries and 61 uploaded files from ${LOCKED}\n`,
  })
  expect(await linesOf(LOCKED, 'entities', KEY)).toEqual(await linesOf(PLAIN, 'entities'))
})

test('flags that do not fit are refused', async () => {
  expect((await runHere(['export', '--format', 'xml'])).error).toContain('expected populus or strapi')
  expect((await runHere(['export', '--format', 'strapi', '--encrypt'])).error).toContain('--encrypt needs --key')
  expect((await runHere(['export', '--format', 'strapi', '--types', 'article'])).error).toContain('cannot be combined')
})
