/** `populus import` is killed, and resumed; or with `--all-or-nothing`, and started again. */
import { join } from 'node:path'
import { query } from '../../content/write/write-app.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { type Command, Commands, succeeded } from '../harness/commands.ts'
import { type Item, readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Course, Scenario, Stage } from '../harness/scenario.ts'
import type { World } from '../harness/world.ts'
import { Writer } from '../harness/writers.ts'

const ENTRIES = 40

export const imports: Scenario = { name: 'imports', weight: 2, open }

async function open(stage: Stage): Promise<Course> {
  const { world: source, random } = stage
  const ledger = new Ledger()
  const expected = await fill(stage, ledger)
  const file = join(temporaryFolder(), 'content.ndjson')
  succeeded(await source.run(['export', '--out', file, '--folder', source.folder]))
  const commands = new Commands(random)
  const importInto = ({ folder }: World, ...flags: readonly string[]): Command => ({
    kind: ['import', ...flags].join(' '),
    words: ['import', file, '--folder', folder, ...flags],
  })
  const modes = [[], ['--all-or-nothing']] as const
  for (const flags of modes) {
    const target = await source.withoutContent()
    succeeded(await commands.run(target, importInto(target, ...flags)))
    await target.remove()
  }
  let flags: readonly string[] = []
  const course = {
    world: source,
    acknowledged: () => ledger.acknowledged,
    round: async () => {
      if (course.world !== source) await course.world.remove()
      course.world = await source.withoutContent()
      flags = random.pick(modes)
      return commands.kill(course.world, importInto(course.world, ...flags))
    },
    check: async () => {
      const { world } = course
      const before = await entriesIn(world)
      const isWhole = before === expected.size
      if (flags.length > 0 && before !== 0 && !isWhole) return [`half-written: ${before} of all or nothing`]
      const resumed = await world.run(importInto(world, '--resume').words)
      if (resumed.code !== 0 && !isWhole) {
        if (before > 0) return [`cannot be resumed after ${before} entries: ${resumed.error}`]
        succeeded(await world.run(importInto(world).words))
      }
      // Rights are no content.
      succeeded(await world.run(['grant', 'public', '--all', '--folder', world.folder]))
      await world.start()
      return differences(await readItems(world), expected)
    },
  }
  return course
}

/** The entries that the source has. */
export async function fill({ world, random, acts }: Stage, ledger: Ledger): Promise<ReadonlyMap<string, Item>> {
  await world.start()
  const writer = new Writer({ world, acts, ledger, random })
  for (let count = 0; count < ENTRIES; count += 1) await writer.create()
  const items = await readItems(world)
  await world.stop()
  return items
}

async function entriesIn(world: World): Promise<number> {
  try {
    return Number((await query(world.database, 'select count(*) from items'))[0]![0])
  } catch {
    return 0
  }
}

export function differences(found: ReadonlyMap<string, Item>, expected: ReadonlyMap<string, Item>): readonly string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap(code => {
    const [is, shouldBe] = [JSON.stringify(found.get(code)), JSON.stringify(expected.get(code))]
    return is === shouldBe ? [] : [`${code} is ${is} instead of ${shouldBe}`]
  })
}
