/** `populus triggers`: what another program writes to a PostgreSQL database is announced, and nothing else changes for it. */
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { installTriggers, removeTriggers, triggerStatus } from '../../src/tables/migrate/announce-triggers.ts'
import { runPopulus } from '../cli/run-populus.ts'
import { freshDatabase, onServer, type PostgresConfig } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'
import { opened, world } from './small-world.ts'

const SCHEMA = world({
  article: { title: { type: 'string' }, tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' } },
  tag: { name: { type: 'string' } },
})

let database: PostgresConfig
const config = () => ({ database, limits: DEFAULT_LIMITS })
const install = () => installTriggers(config(), SCHEMA)
const status = () => triggerStatus(config(), SCHEMA)

async function contentIn(schema = 'public'): Promise<void> {
  database = { ...(await freshDatabase('postgres')), schema }
  await opened(database, SCHEMA, () => undefined)
}

function connection(url = database.url): postgres.Sql {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { search_path: `"${database.schema}"` },
  })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return sql
}

/** What is announced while something is done. */
async function noticesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sql = connection()
  const notices: string[] = []
  await sql.listen('populus', payload => notices.push(payload))
  await work()
  await connection().notify('populus', 'the end')
  await expect.poll(() => notices).toContain('the end')
  return notices.slice(0, notices.indexOf('the end'))
}

/** In one transaction; gives its id. */
async function foreignly(statements: readonly string[], sql = connection(), end = 'commit'): Promise<string> {
  await sql.unsafe('begin')
  for (const statement of statements) await sql.unsafe(statement)
  const [row] = await sql.unsafe('select pg_current_xact_id()::text as id')
  await sql.unsafe(end)
  return String(row?.id)
}

/** A role that may do only what it is granted here. */
async function role(...grants: readonly string[]): Promise<{ name: string; url: string }> {
  const name = `r${randomUUID().replaceAll('-', '')}`
  await onServer(database.url, async sql => {
    await sql.unsafe(`create role ${name} login password 'x'`)
    for (const grant of grants) await sql.unsafe(`grant ${grant} to ${name}`)
  })
  const owner = database.url
  onTestFinished(() => onServer(owner, sql => sql.unsafe(`drop owned by ${name} cascade; drop role ${name}`)))
  const url = new URL(database.url)
  url.username = name
  url.password = 'x'
  return { name, url: url.href }
}

const INSERT = "insert into articles (title) values ('foreign')"

const inserted = (transaction: string) =>
  `${transaction} articles | [["articles", "i", [], { "created_by_id" : [], "id" : [1], "updated_by_id" : [] }]]`

describe('triggers', () => {
  beforeEach(() => contentIn())

  test('are added to every table that the schema knows, once', async () => {
    const { announced, silent } = await install()
    expect(announced).toEqual([])
    expect(silent).toEqual(
      expect.arrayContaining(['articles', 'articles_tags_links', 'tags', 'files', 'files_related_morphs', 'up_users']),
    )
    expect(silent).toEqual(
      expect.arrayContaining(['strapi_api_tokens', 'strapi_core_store_settings', 'i18n_locale', 'admin_users']),
    )
    expect(await install()).toEqual({ announced: silent, silent: [] })
    expect(await status()).toEqual({ announced: silent, silent: [] })
  })

  test('announce the transaction and the table, when it is committed', async () => {
    await install()
    let ids: readonly string[] = []
    const notices = await noticesOf(async () => {
      await foreignly([INSERT], connection(), 'rollback')
      ids = [
        await foreignly([INSERT, INSERT, "insert into tags (name) values ('a')"]),
        await foreignly(["update articles set title = 'x' where id = 2"]),
        await foreignly(['truncate tags cascade']),
      ]
    })
    expect([...notices].sort()).toEqual(
      [
        `${ids[0]} articles | [["articles", "i", [], { "created_by_id" : [], "id" : [2], "updated_by_id" : [] }]]`,
        `${ids[0]} articles | [["articles", "i", [], { "created_by_id" : [], "id" : [3], "updated_by_id" : [] }]]`,
        `${ids[0]} tags | [["tags", "i", [], { "created_by_id" : [], "id" : [1], "updated_by_id" : [] }]]`,
        `${ids[1]} articles | [["articles", "u", ["title"], { "created_by_id" : [], "id" : [2], "updated_by_id" : [] }]]`,
        `${ids[2]} tags`,
        `${ids[2]} articles_tags_links`,
      ].sort(),
    )
  })

  test('announce the table alone where rows cannot be named', async () => {
    await install()
    await foreignly([INSERT])
    const ids: string[] = []
    const notices = await noticesOf(async () => {
      ids.push(await foreignly(["insert into articles (title) select 'x' from generate_series(1, 51)"]))
      ids.push(await foreignly(['update articles set id = id + 1000 where id = 1']))
      ids.push(await foreignly(["update articles set title = repeat('x', 10) where id = -1"]))
      ids.push(await foreignly(['insert into articles (id) values (-5)']))
    })
    expect(notices).toEqual([
      `${ids[0]} articles`,
      `${ids[1]} articles`,
      `${ids[3]} articles | [["articles", "i", [], { "created_by_id" : [], "updated_by_id" : [] }]]`,
    ])
  })

  test('of an earlier version are replaced', async () => {
    await install()
    await onServer(database.url, async sql => {
      await sql.unsafe('drop trigger populus_announce_insert on articles')
      await sql.unsafe(
        'create trigger populus_announce after insert or update or delete on articles for each statement execute function populus.announce()',
      )
    })
    let id = await foreignly([INSERT])
    expect((await install()).silent).toEqual(['articles'])
    const notices = await noticesOf(async () => {
      id = await foreignly([INSERT])
    })
    expect(notices).toEqual([inserted(id).replace('[1]', '[2]')])
  })

  test('announce what a delete takes along', async () => {
    await install()
    await foreignly([INSERT, "insert into tags (name) values ('a')"])
    await foreignly(['insert into articles_tags_links (article_id, tag_id) select a.id, t.id from articles a, tags t'])
    let id = ''
    const notices = await noticesOf(async () => {
      id = await foreignly(['delete from articles'])
    })
    expect([...notices].sort()).toEqual([
      `${id} articles | [["articles", "d", [], { "created_by_id" : [], "id" : [1], "updated_by_id" : [] }]]`,
      `${id} articles_tags_links | [["articles_tags_links", "d", [], { "article_id" : [1], "id" : [1], "tag_id" : [1] }]]`,
    ])
  })

  test('announce for a writer who has no right on anything of ours, and never keep one from writing', async () => {
    await install()
    const writer = await role('insert on articles', 'usage on sequence articles_id_seq')
    const sql = connection(writer.url)
    let id = ''
    expect(
      await noticesOf(async () => {
        id = await foreignly([INSERT], sql)
      }),
    ).toEqual([inserted(id)])
    await onServer(database.url, admin => admin.unsafe('revoke execute on function pg_notify(text, text) from public'))
    expect(await noticesOf(() => foreignly([INSERT], sql))).toEqual([])
    await onServer(database.url, async admin => {
      expect(await admin.unsafe('select count(*)::int as count from articles')).toEqual([{ count: 2 }])
    })
  })

  test('that are gone with their table, or switched off, are told and added again', async () => {
    await install()
    await onServer(database.url, async sql => {
      await sql.unsafe('create table copy (like articles_tags_links); drop table articles_tags_links')
      await sql.unsafe('alter table copy rename to articles_tags_links')
      await sql.unsafe('alter table tags disable trigger populus_announce_update')
    })
    expect((await status()).silent).toEqual(['articles_tags_links', 'tags'])
    expect((await install()).silent).toEqual(['articles_tags_links', 'tags'])
    expect((await status()).silent).toEqual([])
  })

  test('leave nothing behind', async () => {
    const ours = async () => {
      let rows: readonly unknown[] = []
      await onServer(database.url, async sql => {
        rows = await sql.unsafe(`
          select tgname::text as name from pg_trigger where not tgisinternal
          union all select proname::text from pg_proc where pronamespace::regnamespace::text = 'populus'
          union all select relname::text from pg_class where relnamespace::regnamespace::text = 'populus' order by 1`)
      })
      return rows
    }
    const before = await ours()
    await install()
    expect((await ours()).length).toBeGreaterThan(before.length)
    const { announced } = await status()
    expect(await removeTriggers(config(), SCHEMA)).toEqual(announced)
    expect(await ours()).toEqual(before)
    expect(await removeTriggers(config(), SCHEMA)).toEqual([])
    expect((await status()).announced).toEqual([])
  })

  test('take their schema away again where they have made it', async () => {
    await onServer(database.url, sql => sql.unsafe('drop schema populus cascade'))
    await install()
    await removeTriggers(config(), SCHEMA)
    await onServer(database.url, async sql => {
      expect(await sql.unsafe("select nspname from pg_namespace where nspname = 'populus'")).toEqual([])
    })
  })

  test('that may not be made name the right that is missing', async () => {
    const { name, url } = await role()
    const attempt = () => installTriggers({ ...config(), database: { ...database, url } }, SCHEMA)
    const allow = (what: string) => onServer(database.url, sql => sql.unsafe(`grant ${what} to ${name}`))
    await onServer(database.url, sql => sql.unsafe('drop schema populus cascade'))
    await expect(attempt()).rejects.toThrow(`${name} needs CREATE on the database (permission denied for database`)
    await onServer(database.url, sql => sql.unsafe('create schema populus'))
    await expect(attempt()).rejects.toThrow(`${name} needs CREATE and USAGE on the schema populus (permission denied`)
    await allow('create, usage on schema populus')
    await expect(attempt()).rejects.toThrow(`${name} needs TRIGGER on the table admin_`)
    await allow('trigger on all tables in schema public')
    await attempt()
    expect((await status()).silent).toEqual([])
  })
})

test('content in a schema of its own has its triggers there', async () => {
  await contentIn('my cms')
  await install()
  let id = ''
  const notices = await noticesOf(async () => {
    id = await foreignly([INSERT])
  })
  expect(notices).toEqual([inserted(id)])
  expect((await removeTriggers(config(), SCHEMA)).length).toBeGreaterThan(10)
})

describe('populus triggers', () => {
  const run = (action: string, where: string) => runPopulus('triggers', action, '--folder', WORLD, '--database', where)

  test('installs, tells the state by its exit code, and removes', async () => {
    database = await freshDatabase('postgres')
    expect(await run('install', database.url)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^No content found in /),
    })
    await opened(database, SCHEMA, () => undefined)
    expect((await run('install', database.url)).out).toMatch(/^Added triggers to \d+ tables\n$/)
    expect(await run('status', database.url)).toMatchObject({
      code: 0,
      out: expect.stringContaining('articles: announced\n'),
    })
    await onServer(database.url, sql => sql.unsafe('drop trigger populus_announce_insert on articles'))
    expect(await run('status', database.url)).toMatchObject({
      code: 1,
      out: expect.stringContaining('articles: no trigger\n'),
      error: 'Changes to 1 table are not announced\n  - populus triggers install adds what is missing\n',
    })
    expect((await run('install', database.url)).out).toMatch(
      /^Added triggers to 1 table; \d+ tables already had them\n$/,
    )
    expect((await run('remove', database.url)).out).toMatch(/^Removed the triggers from \d+ tables\n$/)
  })

  test('has nothing to do on SQLite', async () => {
    expect(await run('install', 'sqlite:x.db')).toEqual({
      code: 0,
      out: 'SQLite needs no triggers: the file itself shows when another program has changed it\n',
      error: '',
    })
  })
})
