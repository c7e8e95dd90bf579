/** A custom field whose plugin nobody knows has the type of its column. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { describeType } from '../../src/schema/describe-schema.ts'
import { migrateDatabase, ONLY_LOOK } from '../../src/tables/migrate/migrate-database.ts'
import { planLines } from '../../src/tables/migrate/plan-lines.ts'
import { opened, world } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

const custom = { type: 'customField', customField: 'plugin::encrypttable.field' }

describe.each(CLIENTS)('on %s', client => {
  test('the column decides the type, and a new database gets a short text', async () => {
    const config = await freshDatabase(client)
    await opened(config, world({ post: { secret: { type: 'text' }, parts: { type: 'json' } } }), () => undefined)
    const schema = world({ post: { secret: custom, parts: custom, fresh: custom } })
    const look = await opened(config, schema, storage => {
      const type = storage.schema.types.get('api::post.post')!
      const { attributes } = (describeType(type) as { schema: { attributes: Record<string, { type: string }> } }).schema
      return {
        types: Object.entries(attributes).map(([name, { type: base }]) => [name, base]),
        report: storage.report,
      }
    })
    const line = (name: string, type: string) =>
      `api::post.post, ${name}: the custom field plugin::encrypttable.field is read as ${type}, like its column`
    expect(look).toEqual({
      types: [
        ['secret', 'text'],
        ['parts', 'json'],
        ['fresh', 'string'],
      ],
      report: [
        'added column posts.fresh',
        'added index populus_posts_by_fresh',
        line('secret', 'text'),
        line('parts', 'json'),
      ],
    })
    const { origin, plan } = await migrateDatabase({ database: config, limits: DEFAULT_LIMITS }, schema, ONLY_LOOK)
    expect(planLines(origin, plan)).toEqual(['The database matches the schema'])
  })
})
