/** The first start of a project, which creates the database and fills it from the `content` folder, is killed. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from '../../content/write/write-app.ts'
import { Commands, succeeded } from '../harness/commands.ts'
import type { Course, Scenario, Stage } from '../harness/scenario.ts'

const LABELS = 200

export const seeds: Scenario = { name: 'seeds', weight: 1, open }

async function open({ world: source, random }: Stage): Promise<Course> {
  const labels = Array.from({ length: LABELS }, (_, index) => ({ $key: `l${index}`, name: `Label ${index}` }))
  await writeFile(join(source.folder, 'content', 'label.json'), JSON.stringify(labels))
  const commands = new Commands(random)
  const startOf = (folder: string) => ({ kind: 'first start', words: ['start', folder, '--port', '0'] })
  const fresh = async () => {
    const world = await source.withoutContent()
    // Nothing names these files now.
    await world.removeUploads()
    return world
  }
  const first = await fresh()
  succeeded(await commands.run(first, startOf(first.folder)))
  const expected = await counted()
  await first.remove()
  const course = {
    world: source,
    acknowledged: () => 0,
    round: async () => {
      if (course.world !== source) await course.world.remove()
      course.world = await fresh()
      return commands.kill(course.world, startOf(course.world.folder))
    },
    check: async () => {
      await course.world.start()
      const found = await counted(course.world)
      return found === expected ? [] : [`half-written: ${found} instead of ${expected}`]
    },
  }
  return course

  async function counted({ database } = first): Promise<string> {
    const tables = ['labels', 'up_roles', 'up_permissions', 'i18n_locale', 'admin_roles', 'admin_permissions']
    const counts = await Promise.all(tables.map(name => query(database, `select count(*) from ${name}`)))
    return tables.map((name, index) => `${name} ${counts[index]![0]![0]}`).join(', ')
  }
}
