/** A changed schema: the start that changes the tables is killed, or `populus migrate --apply`, or `populus search rebuild`. */
import type { Random } from '../../content/kept/exact/random.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { Commands, succeeded } from '../harness/commands.ts'
import { changeJson, schemaFile } from '../harness/first-world.ts'
import { readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Scenario, Stage } from '../harness/scenario.ts'
import type { World } from '../harness/world.ts'
import { Writer } from '../harness/writers.ts'

const ENTRIES = 40

export const migrations: Scenario = {
  name: 'migrations',
  weight: 2,
  open: stage => open(stage, addAttributes, ['start', 'migrate']),
}

/** Other places to search in are another index, which is built at the next start. */
export const searchIndex: Scenario = {
  name: 'search index',
  weight: 2,
  open: async stage => {
    await addPeople(stage.world)
    return open(stage, changeSearch, ['start', 'rebuild'])
  },
}

/** More than a start indexes before it answers requests. */
function addPeople({ database }: World): Promise<void> {
  const numbers = 'with recursive n(n) as (select 1 union all select n + 1 from n where n < 3000)'
  return foreign(database, `${numbers} insert into people (name) select 'Person ' || n from n`)
}

type Change = (folder: string, random: Random, name: string) => Promise<void>
type Kind = 'start' | 'migrate' | 'rebuild'

async function open({ world, random, acts }: Stage, change: Change, kinds: readonly Kind[]) {
  const ledger = new Ledger()
  await world.start()
  const writer = new Writer({ world, acts, ledger, random })
  for (let count = 0; count < ENTRIES; count += 1) await writer.create()
  await world.stop()
  const commands = new Commands(random)
  const words = wordsFor(world.folder)
  let count = 0
  const next = async () => {
    count += 1
    await change(world.folder, random, `extra${count}`)
  }
  for (const kind of kinds) {
    await next()
    succeeded(await commands.run(world, { kind, words: words[kind] }))
  }
  return {
    world,
    acknowledged: () => ledger.acknowledged,
    round: async () => {
      await world.stop()
      await next()
      const kind = random.pick(kinds)
      return commands.kill(world, { kind, words: words[kind] })
    },
    check: async () => {
      await world.start()
      return [
        ...ledger.settle(await readItems(world)),
        ...(await unplanned(world)),
        ...(await unwritable(world, writer)),
      ]
    },
  }
}

const wordsFor = (folder: string): Readonly<Record<Kind, readonly string[]>> => ({
  start: ['start', folder, '--port', '0'],
  migrate: ['migrate', '--apply', '--folder', folder],
  rebuild: ['search', 'rebuild', '--folder', folder],
})

const PLUGIN = { i18n: { localized: true } }
const ATTRIBUTES: readonly object[] = [
  { type: 'string', pluginOptions: PLUGIN },
  { type: 'string', unique: true, pluginOptions: PLUGIN },
  { type: 'integer', pluginOptions: PLUGIN },
  { type: 'json', pluginOptions: PLUGIN },
  { type: 'relation', relation: 'manyToMany', target: 'api::label.label' },
  { type: 'component', component: 'parts.link', repeatable: true, pluginOptions: PLUGIN },
]

/** Some of another kind, so that there are several steps. */
export async function addAttributes(folder: string, random: Random, name: string): Promise<void> {
  const added = random.picks(ATTRIBUTES, 3).map((attribute, index) => [`${name}x${index}`, attribute] as const)
  await changeJson(schemaFile(folder, 'item'), schema => ({
    ...schema,
    attributes: { ...schema.attributes, ...Object.fromEntries(added) },
  }))
}

async function changeSearch(folder: string, random: Random): Promise<void> {
  const places = random.picks(['title', 'text', 'links', 'blocks', 'head', 'owner.name', 'code'], 4)
  const search = Object.fromEntries(places.map(place => [place, 1 + random.below(9)]))
  await changeJson(schemaFile(folder, 'item'), schema => ({
    ...schema,
    pluginOptions: { ...schema.pluginOptions, populus: { search } },
  }))
}

export async function unplanned(world: World): Promise<readonly string[]> {
  const { out } = succeeded(await world.run(['migrate', '--plan', '--folder', world.folder]))
  return out.includes('The database matches the schema') ? [] : [`still planned: ${out}`]
}

/** A new entry has everything that the changed schema asks for. */
async function unwritable(world: World, writer: Writer): Promise<readonly string[]> {
  const { en } = await writer.create()
  const { status, body } = await world.send('GET', `/api/items/${en.id}?populate=*`)
  return status === 200 && body.data.attributes.code === en.code ? [] : [`a new entry: ${status}`]
}
