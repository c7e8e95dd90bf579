/** `populus migrate --plan` lists exactly what `--apply` does: for generated pairs of schemas, on tables with content. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { readingFrom } from '../../src/storage/run-fragment.ts'
import { inspectTables } from '../../src/tables/existing/inspect-tables.ts'
import { inspectColumns } from '../../src/tables/existing/stored-kinds.ts'
import { migrateDatabase, ONLY_LOOK } from '../../src/tables/migrate/migrate-database.ts'
import { planLines } from '../../src/tables/migrate/plan-lines.ts'
import { contentSchema, openDatabase } from '../../src/tables/open-database.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../properties/assert-property.ts'
import { execute, opened, query } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

interface Shape {
  readonly draftAndPublish: boolean
  readonly attributes: Readonly<Record<string, Record<string, unknown>>>
  readonly component: Readonly<Record<string, Record<string, unknown>>>
}

const scalar = fc.record({
  type: fc.constantFrom('string', 'text', 'integer', 'biginteger', 'boolean', 'datetime', 'json'),
  unique: fc.boolean(),
})
const other = fc.constantFrom<Record<string, unknown>[]>(
  { type: 'component', component: 'shared.seo' },
  { type: 'dynamiczone', components: ['shared.seo'] },
  { type: 'relation', relation: 'manyToOne', target: 'api::post.post' },
  { type: 'relation', relation: 'oneToOne', target: 'api::post.post', useJoinTable: false },
)
const attributesOf = <T>(definition: fc.Arbitrary<T>, names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), definition, { maxKeys: 4, noNullPrototype: true })
const shape: fc.Arbitrary<Shape> = fc.record({
  draftAndPublish: fc.boolean(),
  attributes: attributesOf(fc.oneof({ weight: 3, arbitrary: scalar }, other), ['title', 'name', 'views', 'when']),
  component: attributesOf(scalar, ['text', 'note']),
})

function schemaOf({ draftAndPublish, attributes, component }: Shape): Schema {
  const seo = { collectionName: 'components_seos', info: {}, attributes: component }
  return buildSchema({
    'src/api/post/content-types/post/schema.json': {
      collectionName: 'posts',
      info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
      options: { draftAndPublish },
      attributes,
    },
    'src/components/shared/seo.json': seo,
  }).schema
}

const VALUES: Readonly<Record<string, string>> = { string: "'x'", text: "'x'", integer: '1', biginteger: '1' }

/** Two posts with equal values, so that a new unique index is impossible where the old schema allowed them. */
async function fill(config: DatabaseConfig, schema: Schema): Promise<void> {
  const columns = [...schema.types.get('api::post.post')!.attributes.values()].flatMap(attribute =>
    attribute.kind === 'scalar' && !attribute.unique && attribute.type in VALUES
      ? [{ name: attribute.column!, text: VALUES[attribute.type]! }]
      : [],
  )
  const names = columns.map(({ name }) => `, "${name}"`).join('')
  const values = columns.map(({ text }) => `, ${text}`).join('')
  const insert = `insert into posts (created_at${names}) values (null${values})`
  await opened(config, schema, ({ database }) => execute(database, insert, insert))
}

/** The structure as lines, and how many posts are published; found without anything that plans. */
async function snapshot(config: DatabaseConfig): Promise<ReadonlyMap<string, string>> {
  const database = await openDatabase({ database: config, limits: DEFAULT_LIMITS }, { probe: true })
  try {
    const run = readingFrom(database)
    const found = await inspectTables(run, database.dialect, contentSchema(config))
    const columns = await inspectColumns(run, database.dialect, contentSchema(config))
    const lines = new Map<string, string>()
    for (const table of found.tables) {
      lines.set(`table ${table.name}`, '')
      for (const name of table.columns)
        lines.set(`column ${table.name}.${name}`, columns.column(table.name, name)!.type)
      for (const index of table.indexes) lines.set(`index ${index.name}`, table.name)
    }
    if (found.hasColumn('posts', 'published_at')) {
      const [row] = await query(database, 'select count(published_at) from posts')
      lines.set('published', String(row?.[0]))
    }
    return lines
  } finally {
    await database.close()
  }
}

/** What changed between two snapshots, in the words of the report. What came with a new table is not said twice. */
function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const lines: string[] = []
  const isNewTable = (name: string) => !before.has(`table ${name}`)
  for (const [what, value] of after) {
    if (what === 'published') {
      const count = Number(value) - Number(before.get(what) ?? 0)
      if (count > 0) lines.push(`published ${count} entries of posts, because their type now has drafts`)
    } else if (!before.has(what)) {
      const table = /^column ([^.]+)\./.exec(what)?.[1] ?? (what.startsWith('index ') ? value : '')
      if (!isNewTable(table) || what.startsWith('table ')) lines.push(`added ${what}`)
    } else if (before.get(what) !== value) {
      lines.push(`changed ${what} from ${before.get(what)} to ${value}`)
    }
  }
  for (const what of before.keys()) {
    if (!after.has(what)) lines.push(`dropped ${what}, which the schema no longer needs`)
  }
  return lines.sort()
}

const VERBS: Readonly<Record<string, (text: string) => string>> = {
  'The next start adds:': text => `added ${text}`,
  'The next start drops, because the schema no longer needs it:': text =>
    `dropped ${text}, which the schema no longer needs`,
  'The next start changes:': text => `changed ${text}`,
  'The next start publishes:': text => `published ${text}`,
}

/** The printed plan as the lines that are expected from `--apply`. */
function promised(lines: readonly string[]): readonly string[] {
  let verb: ((text: string) => string) | undefined
  const expected: string[] = []
  for (const line of lines) {
    if (!line.startsWith('  ')) verb = VERBS[line]
    else if (verb !== undefined) expected.push(verb(line.trim()))
  }
  return expected.sort()
}

describe.each(CLIENTS)('on %s', client => {
  const runs = client === 'sqlite' ? 12 : 3
  test(
    'the plan lists what is applied, and nothing else is changed',
    async () => {
      const property = fc.asyncProperty(shape, shape, async (first, second) => {
        const config = await freshDatabase(client)
        const schema = schemaOf(second)
        await fill(config, schemaOf(first))
        const storage = { database: config, limits: DEFAULT_LIMITS }
        const { origin, plan } = await migrateDatabase(storage, schema, ONLY_LOOK)
        const before = await snapshot(config)
        const { done } = await migrateDatabase(storage, schema, { ...ONLY_LOOK, apply: true })
        const changed = changesBetween(before, await snapshot(config))
        expect([...done].sort()).toEqual(promised(planLines(origin, plan)))
        expect(changed.map(withoutTypes)).toEqual([...done].sort().map(withoutTypes))
        const again = await migrateDatabase(storage, schema, ONLY_LOOK)
        expect(promised(planLines(again.origin, again.plan))).toEqual([])
      })
      await assertProperty(property, runs)
    },
    PROPERTY_TIMEOUT,
  )
})

/** The database may call the new type by another name than we do. */
const withoutTypes = (line: string) => line.replace(/ from .* to .*$/, '')
