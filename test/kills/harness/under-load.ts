/** Scenarios that write to a server: all writers write until it is killed, or its database is. */

import type { PostgresServer } from '../../support/servers/embedded-server.ts'
import { untilSettled } from './findings.ts'
import type { Ledger, State } from './ledger.ts'
import type { Course, Stage } from './scenario.ts'
import { childrenOf, stillRunning } from './server-children.ts'
import type { World } from './world.ts'

/** The longest time until a kill, however slow the machine is. */
const LATEST_KILL = 30_000
const READY_WITHIN = 120_000

/** Its writers write until one of their requests fails, or `stopped` says so. */
export interface Load {
  readonly ledger: Ledger
  writers(stopped: () => boolean): readonly Promise<void>[]
  /** Everything that the ledger knows about, as a client and the tables show it. */
  found(): Promise<ReadonlyMap<string, State>>
  /** The kind of act in whose middle the kill comes; any if absent. */
  readonly during?: string
  /** More that must be true. */
  readonly more?: () => Promise<readonly string[]>
}

export function underLoad({ world, random, acts }: Stage, load: Load): Course {
  let tags: readonly (readonly [path: string, tag: string, body: string])[] = []
  let children: readonly number[] = []
  let left: readonly number[] = []
  return {
    world,
    acknowledged: () => load.ledger.acknowledged,
    round: async () => {
      if (world.running === undefined) await world.start()
      const way = world.postgres === null ? 'server' : random.pick(WAYS)
      let killing: Promise<void> | undefined
      const stop = () => {
        // After other kills, the server goes on, and so do its processes.
        children = way === 'server' || way === 'both' ? childrenOf(world.running?.process.pid) : []
        killing ??= kill(world, way)
      }
      acts.arm(stop, load.during)
      const latest = setTimeout(stop, LATEST_KILL)
      await Promise.all(load.writers(() => killing !== undefined))
      clearTimeout(latest)
      await killing
      // What a killed server has sent is carried out all the same. The next one starts beside it.
      left = way === 'server' ? await world.backends() : []
      return way
    },
    check: async () => {
      if (world.running === undefined) await world.start()
      await ready(world)
      await ended(world, left)
      // What is left of it is a finding of every scenario.
      await untilSettled(world)
      const findings = [...load.ledger.settle(await load.found()), ...((await load.more?.()) ?? [])]
      const kept = await wrongKept(world, tags)
      tags = kept.tags
      return [...findings, ...kept.findings, ...(await stillRunning(children))]
    },
  }
}

/** `both`: the server and PostgreSQL; `database`: PostgreSQL alone; `backend`: one of its processes, after which it recovers by itself. */
const WAYS = ['server', 'server', 'server', 'server', 'server', 'both', 'both', 'database', 'backend'] as const

async function kill(world: World, way: (typeof WAYS)[number]): Promise<void> {
  const { postgres } = world
  if (postgres !== null && way === 'backend') return world.killBackend()
  const isDown = postgres === null || way === 'server' ? undefined : crash(postgres)
  if (way !== 'database') await world.stop('SIGKILL')
  if (isDown === undefined) return
  await isDown
  await postgres?.start()
}

/** SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, everybody is cut off. */
async function crash(postgres: PostgresServer): Promise<void> {
  process.kill(await postgres.pid(), 'SIGQUIT')
  // At once: it waits for the end, which must not have come before.
  await postgres.stop()
}

async function ready(world: World): Promise<void> {
  const latest = Date.now() + READY_WITHIN
  for (;;) {
    const { status } = await world.send('GET', '/api/labels').catch(() => ({ status: 0 }))
    if (status === 200) return
    if (Date.now() > latest) throw new Error(`the server did not get ready: ${status} ${world.running?.error()}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Tables are looked at one after the other, so nothing may change meanwhile. */
async function ended(world: World, left: readonly number[]): Promise<void> {
  const latest = Date.now() + READY_WITHIN
  while (left.length > 0 && (await world.backends()).some(pid => left.includes(pid))) {
    if (Date.now() > latest) throw new Error('PostgreSQL still works for a server that was killed')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const KEPT = ['/api/items?sort=id&populate=*&locale=all', '/api/upload/files', '/api/labels?populate=*']

/** The second answer may be a kept one; a tag from before a crash holds only if the answer is the same. */
async function wrongKept(world: World, before: readonly (readonly [string, string, string])[]) {
  const findings: string[] = []
  const tags: (readonly [string, string, string])[] = []
  const ask = async (path: string) => {
    const { status, body, tag } = await world.send('GET', path)
    if (status !== 200) findings.push(`${path}: ${status}`)
    return [path, tag, JSON.stringify(body)] as const
  }
  for (const path of KEPT) {
    const [first, second] = [await ask(path), await ask(path)]
    if (first[2] !== second[2]) findings.push(`${path}: the kept answer is another one`)
    const old = before.find(([known]) => known === path)
    const again = old === undefined ? undefined : await world.send('GET', path, undefined, { 'if-none-match': old[1] })
    if (again?.status === 304 && old![2] !== first[2]) findings.push(`${path}: 304, and the answer has changed`)
    tags.push(first)
  }
  return { findings, tags }
}
