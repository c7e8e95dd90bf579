/** The document itself: valid, and no more than the caller may use. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { openApiDocument } from '../../src/describe/openapi/openapi-document.ts'
import { EVERYTHING } from '../../src/identity/access/make-access.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { runHere } from '../cli/run-here.ts'
import { copyOfBlog } from '../cli/run-populus.ts'
import { type Granter, openGranter } from '../content/write/grant-write.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase, type SqliteConfig } from '../support/databases.ts'
import type { OpenApi } from './validating-proxy.ts'

let folder: string
let database: SqliteConfig
let app: App
let rights: Granter
const document = async () => (await app.inject('/api/openapi.json')).json<OpenApi>()

beforeAll(async () => {
  folder = await copyOfBlog()
  database = await freshDatabase('sqlite')
  app = await buildTestApp({ folder, database })
  rights = await openGranter(folder, database)
})

test('two validators accept it, with every right and with few', async () => {
  const { schema } = await loadSchema(folder)
  const about = { title: 'Blog', version: '1', server: '/api' }
  const all = openApiDocument({ schema, access: EVERYTHING, dialect: WIRE_DIALECTS.strapi4, ...about })
  for (const given of [all, await document()]) {
    // Both change what they are given.
    expect(await validate(structuredClone(given) as never)).toMatchObject({ valid: true, warnings: [] })
    expect(await new Validator().validate(structuredClone(given) as never)).toEqual({ valid: true })
  }
  expect(await validate({ ...all, paths: { '/a': { get: {} } }, openapi: '3.1' } as never)).toMatchObject({
    valid: false,
  })
})

test('names only what the caller may use', async () => {
  const before = await document()
  expect(before.openapi).toBe('3.1.0')
  const paths = Object.keys(before.paths)
  expect(paths).toContain('/articles/{id}')
  expect(paths).not.toContain('/newsletter-subscribers')
  expect(paths).not.toContain('/upload')
  expect(Object.keys(before.paths['/articles']!)).toEqual(['get'])
  expect(mentioned(before, ['internalNote', 'NewsletterSubscriber', 'publicationState'])).toEqual([])
  expect(attributesOf(before, 'Author')).toContain('email')

  await rights.grant({ role: 'public', type: 'author', actions: ['find', 'findOne'], fields: ['name', 'articles'] })
  await rights.grant({ role: 'public', type: 'tag', actions: ['update'], writeFields: ['name'] })
  const after = await document()
  expect(attributesOf(after, 'Author')).toEqual(['name', 'articles'])
  expect(JSON.stringify(after.components.schemas.AuthorField)).not.toContain('email')
  expect(JSON.stringify(after.components.schemas.AuthorFilters)).not.toContain('email')
  expect(Object.keys(after.paths['/tags/{id}']!)).toEqual(['get', 'put'])
  await rights.grant({ role: 'public', type: 'tag', actions: ['findDrafts'] })
  expect(mentioned(await document(), ['publicationState'])).toEqual(['publicationState'])
  expect(Object.keys(after.paths)).not.toContain('/tags/aggregate')
  await rights.grant({ role: 'public', type: 'tag', actions: ['aggregate'] })
  expect(Object.keys((await document()).paths['/tags/aggregate']!)).toEqual(['get', 'post'])
  expect(Object.keys(after.components.schemas.TagUpdate!.properties as object)).toEqual(['name'])
})

test('where the public may use named queries only, it has those, and no plain reads', async () => {
  const closed = await buildTestApp({ folder, database, anonymousReads: 'named' })
  const { paths } = (await closed.inject('/api/openapi.json')).json<OpenApi>()
  const reads = Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => path)
  expect(reads.filter(path => /^\/(articles|homepage|queries)/.test(path))).toEqual([
    '/queries/article',
    '/queries/latest',
  ])
  expect(Object.keys(paths)).not.toContain('/articles/query')
  expect(paths['/queries/article']!.get).toMatchObject({
    operationId: 'queryArticle',
    summary: 'An article for its page',
    parameters: [
      { name: 'slug', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'locale', in: 'query', schema: { type: 'string', enum: ['en', 'fr'], default: 'en' } },
    ],
  })
})

/** Which of these names the document has anywhere. */
function mentioned(given: OpenApi, names: readonly string[]): readonly string[] {
  const text = JSON.stringify(given)
  return names.filter(name => text.includes(name))
}

function attributesOf({ components }: OpenApi, name: string): readonly string[] {
  return Object.keys(components.schemas[`${name}Attributes`]!.properties as object)
}

test('is sent once to clients that keep it', async () => {
  const { headers } = await app.inject('/api/openapi.json')
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Authorization' })
  const again = await app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  const unknown = await app.inject({ url: '/api/openapi.json', headers: { authorization: 'Bearer nobody' } })
  expect(unknown.statusCode).toBe(401)
})

test('populus openapi writes it for everything, a role or a token', async () => {
  const file = join(folder, 'openapi.json')
  const shown = relative(process.cwd(), file)
  expect(await runHere(['openapi', folder, '--check'])).toMatchObject({
    code: 1,
    error: expect.stringContaining(`${shown} does not match the schema`),
  })
  expect(await runHere(['openapi', folder])).toMatchObject({ code: 0, out: `Wrote ${shown}\n` })
  expect((await runHere(['openapi', folder, '--check'])).out).toBe(`${shown} matches the schema\n`)
  const all = JSON.parse(await readFile(file, 'utf8')) as OpenApi
  expect(Object.keys(all.paths)).toContain('/newsletter-subscribers')
  const place = ['--database', `sqlite:${database.filename}`, '--out', '-']
  const { out } = await runHere(['openapi', folder, '--as', 'public', ...place])
  expect(JSON.parse(out).paths).toEqual((await document()).paths)
  expect((await runHere(['openapi', folder, '--as', 'publik', ...place])).error).toMatch(/did you mean public/)
})
