import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { grant } from '../../src/management/roles/grants.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { FILE_UID } from '../../src/schema/schema.ts'
import { ownFilename } from '../../src/storage/sqlite/own-filename.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { open, opened, query, world } from './small-world.ts'

const TAGS = 'api::tag.tag'

/** The least that makes a database one of Strapi 4. */
async function strapiDatabase(client: Client, ...commands: string[]): Promise<DatabaseConfig> {
  const config = await freshDatabase(client)
  await foreign(
    config,
    'create table strapi_core_store_settings (id integer, key varchar(255), value text)',
    ...commands,
  )
  return config
}

describe.each(CLIENTS)('the database of a real Strapi 4.26.2 on %s', client => {
  test('is complete for its project, and offers indexes as advice', async () => {
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    // Others write to a database that is in use.
    const create = client === 'sqlite' ? 'create index' : 'create index concurrently'
    await opened(await conformanceDatabase(client), schema, async storage => {
      expect(storage.origin).toBe('strapi4')
      expect(storage.report).toEqual([])
      expect(storage.schema).toEqual(schema)
      expect(storage.advice).toContain(
        `${create} "populus_files_related_morphs_parents" on "files_related_morphs" ("related_id", "related_type", "field");`,
      )
      expect(storage.advice.every(line => line.startsWith(`${create} "populus_`))).toBe(true)
      expect(await query(storage.database, 'select title from articles where id = 1')).toHaveLength(1)
      expect(await query(storage.database, 'select * from populus.password_changes')).toEqual([])
    })
  })

  test('refuses entries of a type that it has no table for', async () => {
    const folder = temporaryFolder()
    cpSync(CONFORMANCE_PROJECT, folder, { recursive: true })
    const types = join(folder, 'src/api/notice/content-types/notice')
    mkdirSync(types, { recursive: true })
    const info = { singularName: 'notice', pluralName: 'notices', displayName: 'Notice' }
    const notice = { kind: 'collectionType', collectionName: 'notices', info, options: {}, attributes: {} }
    writeFileSync(join(types, 'schema.json'), JSON.stringify(notice))
    const database = await conformanceDatabase(client)
    const { schema } = await loadSchema(folder)
    await opened(database, schema, storage =>
      grant(storage.database, storage.schema, { role: 'public', type: 'notice', actions: ['find', 'create'] }),
    )
    const app = await buildTestApp({ folder, database, dialect: 'strapi4' })
    const made = await app.inject({ method: 'POST', url: '/api/notices', payload: { data: {} } })
    const error = { status: 409, name: 'ConflictError', message: 'The database has no table notices yet', details: {} }
    expect(made.json()).toEqual({ data: null, error })
    expect((await app.inject('/api/notices')).json().data).toEqual([])
  })

  test('stays adopted when it is opened again, and takes the advised indexes', async () => {
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const config = await conformanceDatabase(client)
    const advice = await opened(config, schema, storage => storage.advice)
    for (const command of advice) await foreign(config, command)
    await opened(config, schema, storage => {
      expect([storage.origin, storage.report, storage.advice]).toEqual(['strapi4', [], []])
    })
  })
})

test('opening a SQLite file of Strapi changes neither its tables nor its journal mode', async () => {
  const { schema } = await loadSchema(CONFORMANCE_PROJECT)
  const config = await conformanceDatabase('sqlite')
  if (config.client !== 'sqlite') throw new Error('unreachable')
  const look = () => {
    const file = new Sqlite(config.filename, { readonly: true })
    const state = [file.prepare('select * from sqlite_master order by rowid').all(), file.pragma('journal_mode')]
    file.close()
    return state
  }
  const before = look()
  await opened(config, schema, () => {})
  expect(look()).toEqual(before)
  expect(existsSync(ownFilename(config.filename))).toBe(true)
})

describe.each(CLIENTS)('an older Strapi 4 database on %s', client => {
  const schema = world({
    tag: {
      name: { type: 'string' },
      color: { type: 'string' },
      words: { type: 'relation', relation: 'manyToMany', target: 'api::word.word' },
      best: { type: 'relation', relation: 'oneToOne', target: 'api::word.word' },
      cover: { type: 'media', multiple: false },
    },
    word: { text: { type: 'text' }, lost: { type: 'relation', relation: 'oneToOne', target: 'api::gone.gone' } },
    gone: { name: { type: 'string' } },
  })

  test('reads missing tables, columns, orders and keys as nothing, and reports them', async () => {
    const config = await strapiDatabase(
      client,
      'create table tags (id integer, name varchar(255), created_at varchar(9))',
      'create table words (id integer, text text)',
      'create table tags_words_links (tag_id integer, word_id integer)',
    )
    await opened(config, schema, ({ schema: bound, report }) => {
      const tag = bound.types.get(TAGS)
      expect(tag?.attributes.get('name')).toMatchObject({ column: 'name' })
      expect(tag?.attributes.get('color')).toMatchObject({ column: null })
      expect(tag?.attributes.get('createdBy')).toMatchObject({ link: null })
      expect(tag?.attributes.get('words')).toMatchObject({
        link: { table: 'tags_words_links', orderColumn: null, rowKey: null, unique: false },
      })
      expect(tag?.attributes.get('best')).toMatchObject({ link: null })
      expect(tag?.attributes.get('cover')).toMatchObject({ link: null })
      expect(bound.types.get('api::word.word')?.attributes.get('lost')).toMatchObject({ link: null })
      expect(bound.types.get('api::gone.gone')?.table).toBe(null)
      expect(bound.types.get(FILE_UID)?.table).toBe(null)
      expect(Object.isFrozen(tag)).toBe(true)
      expect(report).toContain('no column tags.color: reads as null')
      expect(report).toContain('no column tags.created_by_id: reads as null')
      expect(report).toContain('no table gones: reads as empty')
      expect(report).toContain('no table tags_best_links: reads as empty')
      expect(report).toContain('no column tags_words_links.word_order: rows keep the order in which they are stored')
    })
  })

  test('keeps what no schema file names, and says so', async () => {
    const config = await strapiDatabase(
      client,
      'create table tags (id integer, old integer)',
      'create table strangers (id integer)',
    )
    await opened(config, world({ tag: {} }), ({ report }) => {
      expect(report).toContain('kept table strangers: no schema file names it')
      expect(report).toContain('kept column tags.old: no schema file names it')
    })
  })

  test('uses the link table with rows where both sides say inversedBy', async () => {
    const both = world({
      tag: { words: { type: 'relation', relation: 'manyToMany', target: 'api::word.word', inversedBy: 'tags' } },
      word: { tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'words' } },
    })
    const table = (name: string, columns: string) => `create table ${name} (id integer, ${columns})`
    const config = await strapiDatabase(
      client,
      table('tags', 'created_at integer'),
      table('words', 'created_at integer'),
      table('words_tags_links', 'word_id integer, tag_id integer, tag_order float, word_order float'),
      table('tags_words_links', 'tag_id integer, word_id integer, word_order float, tag_order float'),
    )
    const links = () =>
      opened(config, both, storage => [
        storage.schema.types.get(TAGS)?.attributes.get('words'),
        storage.schema.types.get('api::word.word')?.attributes.get('tags'),
        storage.report.filter(line => line.startsWith('uses')),
      ])
    expect(await links()).toMatchObject([
      { link: { table: 'words_tags_links', parentColumn: 'tag_id', orderColumn: 'word_order' } },
      { link: { table: 'words_tags_links', parentColumn: 'word_id', orderColumn: 'tag_order' } },
      [],
    ])
    await foreign(config, 'insert into tags_words_links values (1, 1, 1, 1, 1)')
    expect(await links()).toMatchObject([
      {
        link: { table: 'tags_words_links', parentColumn: 'tag_id', childColumn: 'word_id', orderColumn: 'word_order' },
      },
      { link: { table: 'tags_words_links', parentColumn: 'word_id', childColumn: 'tag_id', orderColumn: 'tag_order' } },
      [
        'uses table tags_words_links instead of words_tags_links, which is empty: both sides of the relation set inversedBy',
      ],
    ])
  })
})

describe.each(CLIENTS)('a database on %s that is not for us is refused', client => {
  test.each([
    ['Strapi v3', 'create table core_store (id integer)', 'created by Strapi v3'],
    [
      'Strapi v5',
      'create table strapi_core_store_settings (id integer); create table strapi_migrations_internal (id integer)',
      'created by Strapi v5',
    ],
    ['somebody else', 'create table invoices (id integer)', 'neither Populus nor Strapi'],
  ])('%s', async (_, command, message) => {
    const config = await freshDatabase(client)
    await foreign(config, command)
    await expect(open(config, world({ tag: {} }))).rejects.toThrow(message)
    if (config.client === 'sqlite') expect(existsSync(ownFilename(config.filename))).toBe(false)
  })

  test('but an attribute called documentId does not make it version 5', async () => {
    const config = await strapiDatabase(client, 'create table tags (id integer, document_id varchar(255))')
    await opened(config, world({ tag: { documentId: { type: 'string' } } }), ({ origin }) =>
      expect(origin).toBe('strapi4'),
    )
  })
})

test('a file of Strapi that takes the place of one of ours is not altered', async () => {
  const schema = world({ tag: { name: { type: 'string' } } })
  const ours = await freshDatabase('sqlite')
  await opened(ours, schema, () => {})
  const { copyFileSync } = await import('node:fs')
  const strapi = await strapiDatabase('sqlite', 'create table tags (id integer)')
  if (strapi.client !== 'sqlite') throw new Error('unreachable')
  copyFileSync(strapi.filename, ours.filename)
  await opened(ours, schema, ({ origin, report }) => {
    expect(origin).toBe('strapi4')
    expect(report).toContain('no column tags.name: reads as null')
  })
})

test('a server that does not answer is named without its password', async () => {
  const config: DatabaseConfig = {
    client: 'postgres',
    url: 'postgres://me:secret@127.0.0.1:1/content',
    pool: 1,
    ssl: false,
    schema: 'public',
    timezone: 'UTC',
  }
  const failure = await open(config, world({ tag: {} })).catch((error: Error) => error)
  expect(String(failure)).toContain('postgres://127.0.0.1:1/content')
  expect(String(failure)).toContain('ECONNREFUSED')
  expect(String(failure)).not.toContain('secret')
})
