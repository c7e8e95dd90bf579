/**
 * Webhooks and live queries while servers are killed: two servers on PostgreSQL, one on SQLite. Every committed change arrives, those of one
 * entry in their order; when a server is killed, the other one takes over; and every stream ends with what a read gives, without a repeat.
 */
import { join } from 'node:path'
import { Random } from '../../content/kept/exact/random.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { changeJson } from '../harness/first-world.ts'
import { Listener } from '../harness/listener.ts'
import { ReceivedInOrder } from '../harness/received-in-order.ts'
import type { Course, Scenario, Stage } from '../harness/scenario.ts'
import type { Answer, World } from '../harness/world.ts'

const WRITERS = 4
const MOST_ENTRIES = 4
const LATEST_KILL = 30_000
const EVENTS = ['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish']

export const deliveries: Scenario = {
  name: 'deliveries',
  weight: 2,
  open: async stage => {
    const { world, random } = stage
    await changeJson(join(world.folder, 'populus.config.json'), config => ({
      ...config,
      outgoing: { allow: ['loopback'] },
    }))
    const receiver = new ReceivedInOrder(new Random(random.below(2 ** 31)))
    const url = await receiver.start()
    await world.start()
    const added = await world.send('POST', '/admin/api/webhooks', { name: 'all', url, events: EVENTS })
    if (added.status !== 201) throw new Error(JSON.stringify(added.body))
    const { body } = await world.send('GET', '/admin/api/changes?since=now')
    return courseOf(stage, { receiver, since: body.meta.next })
  },
}

/** Two of them share one query. */
const LISTENED = [
  '/api/labels?sort=id:desc&pagination[pageSize]=10',
  '/api/labels?sort=id:desc&pagination[pageSize]=10',
  '/api/labels?filters[name][$startsWith]=told&sort=name',
]

/** Another server on the same database. */
function besides(world: World): World {
  return Object.assign(Object.create(world) as World, { running: undefined, address: '' })
}

interface Told {
  readonly receiver: ReceivedInOrder
  /** The place in the feed from which on changes are told. */
  readonly since: string
}

function courseOf({ world, random, acts }: Stage, { receiver, since }: Told): Course {
  let acknowledged = 0
  const other = world.postgres === null ? undefined : besides(world)
  const servers = other === undefined ? [world] : [world, other]
  const listeners = LISTENED.map(path => new Listener(path, servers))
  cleanUp(async () => {
    for (const listener of listeners) listener.close()
  })
  return {
    world,
    acknowledged: () => acknowledged,
    round: async () => {
      for (const server of servers) if (server.running === undefined) await server.start()
      const killed = random.pick(servers)
      let killing: Promise<void> | undefined
      const kill = () => {
        killing ??= killed.stop('SIGKILL')
      }
      acts.arm(kill)
      const latest = setTimeout(kill, LATEST_KILL)
      const write = async (seed: number) => {
        const writer = new LabelWriter(new Random(seed), servers)
        while (killing === undefined) {
          const isDone = await acts.run('told', () => writer.act()).catch(() => undefined)
          if (isDone === undefined) return
          acknowledged += 1
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, () => write(random.below(2 ** 31))))
      clearTimeout(latest)
      await killing
      return killed === world ? 'first server' : 'second server'
    },
    check: async () => {
      // The one that is left delivers everything. Only then may the first one be needed, for the other checks.
      const left = servers.find(({ running }) => running !== undefined) ?? world
      if (left.running === undefined) await left.start()
      const undelivered = await receiver.settled(() => committed(left, since))
      const untold = await Promise.all(listeners.map(listener => listener.settled(left)))
      await other?.stop()
      if (world.running === undefined) await world.start()
      return [...undelivered, ...untold.flat()]
    },
  }
}

/** What the feed says about labels, in order. */
async function committed(world: World, from: string): Promise<readonly (readonly [id: number, action: string])[]> {
  const found: (readonly [number, string])[] = []
  let since = from
  for (;;) {
    const { status, body }: Answer = await world.send('GET', `/admin/api/changes?since=${since}&limit=1000`)
    if (status !== 200) throw new Error(`the feed: ${status} ${JSON.stringify(body)}`)
    for (const { type, id, action } of body.data) if (type === 'api::label.label') found.push([id, action])
    since = body.meta.next
    if (!body.meta.more) return found
  }
}

/** Creates, changes and deletes, each time on any server. */
class LabelWriter {
  readonly #random: Random
  readonly #servers: readonly World[]
  readonly #ids: number[] = []

  constructor(random: Random, servers: readonly World[]) {
    this.#random = random
    this.#servers = servers
  }

  async act(): Promise<true> {
    const name = `told ${this.#random.below(2 ** 31)}`
    const isFull = this.#ids.length >= MOST_ENTRIES
    if (this.#ids.length === 0 || (!isFull && this.#random.chance(0.3))) {
      this.#ids.push((await this.#send('POST', '', { data: { name } })).data.id)
      return true
    }
    const id = this.#random.pick(this.#ids)
    if (isFull && this.#random.chance(0.5)) {
      this.#ids.splice(this.#ids.indexOf(id), 1)
      await this.#send('DELETE', `/${id}`)
    } else await this.#send('PUT', `/${id}`, { data: { name } })
    return true
  }

  async #send(method: string, place: string, body?: object): Promise<Answer['body']> {
    const answer = await this.#random.pick(this.#servers).send(method, `/api/labels${place}`, body)
    if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
