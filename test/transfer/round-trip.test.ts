import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { desiredTables } from '../../src/tables/desired/desired-tables.ts'
import { CLIENTS } from '../support/databases.ts'
import { databaseWithTables } from '../support/prepared-database.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { selectRows } from '../support/worlds/select-rows.ts'
import { STORED_PASSWORD, WORLD, worldDatabase } from '../support/worlds/world.ts'
import { exported, fileOf, imported } from './transfers.ts'

/** Tables of types that are no content. */
const OTHERS = /^(admin_|strapi_|up_permissions_)/

describe.each(CLIENTS)('exported content comes back the same (%s)', client => {
  let world: Schema
  let strapi: Schema
  beforeAll(async () => {
    world = (await loadSchema(WORLD)).schema
    strapi = (await loadSchema(CONFORMANCE_PROJECT)).schema
  })

  test.each(['batches', 'all-or-nothing'] as const)('of the example world, %s', async mode => {
    const lines = await exported(await worldDatabase(client), world)
    const target = await databaseWithTables(client, 'world', world)
    await imported(target, world, fileOf(lines), { mode })
    expect(await exported(target, world)).toEqual(lines)
  })

  test('of a database that Strapi made, with every kind of relation', async () => {
    const lines = await exported(await conformanceDatabase(client), strapi)
    const target = await databaseWithTables(client, 'the recorded project', strapi)
    await imported(target, strapi, fileOf(lines))
    expect(await exported(target, strapi)).toEqual(lines)
  })

  test('row by row, with the order on both sides', async () => {
    const source = await conformanceDatabase(client)
    const target = await databaseWithTables(client, 'the recorded project', strapi)
    await imported(target, strapi, fileOf(await exported(source, strapi)))
    for (const { name, columns } of desiredTables(strapi)) {
      if (!/_(links|morphs|components)$/.test(name) || OTHERS.test(name)) continue
      // The order of components is that of their list; a single one has none, or 1.
      const left = columns
        .map(column => column.name)
        .filter(column => column !== 'id' && !(column === 'order' && name.endsWith('_components')))
      const rows = async (config: DatabaseConfig) =>
        (await selectRows(config, name, left)).map(row => JSON.stringify(row)).sort()
      expect({ name, rows: await rows(target) }).toEqual({ name, rows: await rows(source) })
    }
  })

  test('a part of the types leaves out what leads to the others', async () => {
    const lines = await exported(await worldDatabase(client), world, ['articles', 'tag'])
    const header = JSON.parse(lines[0]!) as { types: { uid: string; attributes: object }[] }
    expect(header.types.map(({ uid }) => uid).sort()).toEqual(['api::article.article', 'api::tag.tag'])
    expect(lines.join('\n')).not.toContain('"type":"api::author.author"')
    const target = await databaseWithTables(client, 'world', world)
    await imported(target, world, fileOf(lines))
    expect(await exported(target, world, ['articles', 'tag'])).toEqual(lines)
  })

  test('a stored password is exported as such and not hashed again', async () => {
    const lines = await exported(await worldDatabase(client), world)
    const entry = lines
      .slice(1)
      .map(line => JSON.parse(line))
      .find(({ type, id }) => type === 'api::article.article' && id === 1)
    expect(entry.attributes.passcode).toEqual({ hash: STORED_PASSWORD })
  })

  test('a second time into the same database gets new ids, and relations follow them', async () => {
    const config = await worldDatabase(client)
    const types = ['author', 'article', 'tag', 'team', 'plugin::i18n.locale']
    const lines = await exported(config, world, types)
    const parsed = (text: string) => JSON.parse(text) as { type: string; id: number; attributes: { title?: string } }
    const articles = lines
      .slice(1)
      .map(parsed)
      .filter(({ type }) => type === 'api::article.article')
    const withoutUnique = lines.map((line, index) =>
      index === 0 ? line : line.replace(/"slug":"([^"]*)"/g, '"slug":"$1-copy"'),
    )
    await imported(config, world, fileOf(withoutUnique))
    const after = (await exported(config, world, types))
      .slice(1)
      .map(parsed)
      .filter(({ type }) => type === 'api::article.article')
    const shift = Math.max(...articles.map(({ id }) => id))
    expect(after.map(({ id }) => id)).toEqual([
      ...articles.map(({ id }) => id),
      ...articles.map(({ id }) => id + shift),
    ])
    expect(after.slice(articles.length).map(({ attributes }) => attributes.title)).toEqual(
      articles.map(({ attributes }) => attributes.title),
    )
  })

  test('an import between the databases gives the same but for what they store differently', async () => {
    const lines = await exported(await worldDatabase(client), world)
    const target = await databaseWithTables(client === 'sqlite' ? 'postgres' : 'sqlite', 'world', world)
    await imported(target, world, fileOf(lines))
    expect((await exported(target, world)).map(line => JSON.parse(line))).toEqual(lines.map(line => JSON.parse(line)))
  })
})
