/** `populus dev` is killed while it puts a changed project to work. */
import { readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Course, Scenario, Stage } from '../harness/scenario.ts'
import { Writer } from '../harness/writers.ts'
import { addAttributes, unplanned } from './migrations.ts'

const ENTRIES = 10
const LIVE_WITHIN = 60_000

export const devReloads: Scenario = { name: 'dev reloads', weight: 1, open }

async function open(stage: Stage): Promise<Course> {
  const { world, random, acts } = stage
  const ledger = new Ledger()
  const writer = new Writer({ ...stage, ledger })
  let count = 0
  return {
    world,
    acknowledged: () => ledger.acknowledged,
    round: async () => {
      await world.stop()
      await world.start('dev')
      if (writer.docs.length === 0) for (let made = 0; made < ENTRIES; made += 1) await writer.create()
      let killed: Promise<void> | undefined
      const kill = () => {
        killed = world.stop('SIGKILL')
      }
      acts.arm(kill, 'reload', 1 + random.below(2))
      while (killed === undefined) {
        count += 1
        await addAttributes(world.folder, random, `dev${count}`)
        await acts.run('reload', () => live(`dev${count}x0`))
      }
      await killed
      return 'reload'
    },
    check: async () => {
      await world.start()
      return [...ledger.settle(await readItems(world)), ...(await unplanned(world))]
    },
  }

  /** Until an entry shows the attribute, or nobody answers any more. */
  async function live(attribute: string): Promise<void> {
    const path = `/api/items/${writer.docs[0]!.en.id}?populate=*`
    const latest = Date.now() + LIVE_WITHIN
    while (Date.now() < latest && world.running !== undefined) {
      const answer = await world.send('GET', path).catch(() => undefined)
      if (answer?.status === 200 && attribute in answer.body.data.attributes) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    if (world.running !== undefined) throw new Error(`${attribute} was not live: ${world.running.error()}`)
  }
}
