/** `populus restore` is killed. A server that starts on what is there finds everything or refuses, and the restore can be run again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/databases.ts'
import { Commands, succeeded } from '../harness/commands.ts'
import { readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Course, Scenario, Stage } from '../harness/scenario.ts'
import type { World } from '../harness/world.ts'
import { differences, fill } from './imports.ts'

export const restores: Scenario = { name: 'restores', weight: 2, open }

async function open(stage: Stage): Promise<Course> {
  const { world: source, random } = stage
  const ledger = new Ledger()
  const expected = await fill(stage, ledger)
  const archive = join(temporaryFolder(), 'site.tar.gz')
  succeeded(await source.run(['backup', archive, '--folder', source.folder]))
  const commands = new Commands(random)
  const restoreTo = (folder: string) => ({ kind: 'restore', words: ['restore', archive, folder] })
  const first = await source.nothing()
  succeeded(await commands.run(first, restoreTo(first.folder)))
  await first.remove()
  const course = {
    world: source,
    acknowledged: () => ledger.acknowledged,
    round: async () => {
      if (course.world !== source) await course.world.remove()
      course.world = await source.nothing()
      return commands.kill(course.world, restoreTo(course.world.folder))
    },
    check: async () => {
      const { world } = course
      // Some administrators start a server first.
      if (random.chance(0.5) && (await starts(world))) return differences(await readItems(world), expected)
      const again = await world.run(restoreTo(world.folder).words)
      const refused = again.code === 0 ? '' : again.error
      await world.start().catch(error => {
        throw new Error(`${error.message}\nafter a second restore: ${refused}`)
      })
      const left = ['.populus-restore', '.data/.populus-restore-database'].filter(name =>
        existsSync(join(world.folder, name)),
      )
      return [...differences(await readItems(world), expected), ...left.map(name => `left over: ${name}`)]
    },
  }
  return course
}

async function starts(world: World): Promise<boolean> {
  return world.start().then(
    () => true,
    () => world.stop().then(() => false),
  )
}
