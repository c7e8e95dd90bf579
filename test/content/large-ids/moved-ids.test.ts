/** Large ids in backups and exports, and what becomes of ids of 32 bits. */
import { describe, expect, it } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { selectRows } from '../../support/worlds/select-rows.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'
import { answersOf, backUp, restore, worldProject } from '../../transfer/backups.ts'
import { exported, fileOf, imported } from '../../transfer/transfers.ts'
import { countFrom, idColumns, narrow } from './id-widths.ts'

const FIRST = 5_000_000_000
const ACTIONS = ['find', 'findOne'] as const
const GRANTS = ['article', 'author', 'tag'].map(type => ({ role: 'public', type, actions: ACTIONS }))
const TYPES = ['api::tag.tag']

/** The world with a tag whose id is large, and which an article has. */
async function withLargeTag(client: (typeof CLIENTS)[number]): Promise<DatabaseConfig> {
  const database = await worldDatabase(client, { grants: GRANTS })
  await countFrom(database, FIRST)
  await runOwn(database, `insert into tags (name) values ('far')`)
  await runOwn(
    database,
    `insert into articles_tags_links (article_id, tag_id, tag_order, article_order) select 1, id, 9, 1 from tags where name = 'far'`,
  )
  return database
}

const largest = async (database: DatabaseConfig, table: string): Promise<number> =>
  Math.max(...(await selectRows(database, table, ['id'])).map(([id]) => Number(id)))

const pairs = CLIENTS.flatMap(from => CLIENTS.map(to => [from, to] as const))

describe.each(pairs)('from %s to %s', (from, to) => {
  it('a backup has the same ids, and counts on from them', async () => {
    const [source, target] = [await withLargeTag(from), await freshDatabase(to)]
    const folder = worldProject()
    const restored = await restore(await backUp(folder, source), target)
    for (const table of ['tags', 'articles_tags_links']) {
      const id = await largest(source, table)
      expect(id).toBeGreaterThan(FIRST)
      expect(await largest(target, table)).toBe(id)
    }
    const tagsOf = (answers: readonly string[]) => answers.filter(answer => answer.includes('"far"')).length
    expect(tagsOf(await answersOf(restored, target))).toBe(tagsOf(await answersOf(folder, source)))
    const before = await largest(target, 'tags')
    await runOwn(target, `insert into tags (name) values ('next')`)
    expect(await largest(target, 'tags')).toBe(before + 1)
  })

  it('an export has the same ids, if the tables are empty', async () => {
    const { schema } = await loadSchema(WORLD)
    const source = await withLargeTag(from)
    const target = await worldDatabase(to)
    await runOwn(target, 'delete from tags')
    const lines = await exported(source, schema, TYPES)
    await imported(target, schema, fileOf(lines))
    expect(await largest(target, 'tags')).toBe(await largest(source, 'tags'))
  })
})

describe.runIf(CLIENTS.includes('postgres'))('ids of 32 bits', () => {
  it('get 64 when a backup is restored to a new database', async () => {
    const source = await worldDatabase('postgres', { grants: GRANTS })
    await narrow(source)
    const [folder, target] = [worldProject(), await freshDatabase('postgres')]
    // Asking adds an entry.
    const file = await backUp(folder, source)
    const expected = await answersOf(folder, source)
    expect(await answersOf(await restore(file, target), target)).toEqual(expected)
    expect((await idColumns(target)).filter(column => column.startsWith('articles.id '))).toEqual([
      'articles.id bigint',
    ])
  })

  it('have no room for an export with larger ones', async () => {
    const { schema } = await loadSchema(WORLD)
    const lines = await exported(await withLargeTag('postgres'), schema, TYPES)
    const target = await worldDatabase('postgres')
    await narrow(target)
    await runOwn(target, 'delete from tags')
    await expect(imported(target, schema, fileOf(lines))).rejects.toThrow(
      /^The id \d+ of api::tag\.tag is larger than 2147483647, the largest that this database has room for$/,
    )
  })
})
