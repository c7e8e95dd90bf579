/**
 * Three servers on a PostgreSQL of three members that Patroni keeps: the leader is killed under load, leads again when it is told to, and is killed
 * with a write that nobody else has. Part of `npm run test:long`.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { hasHaproxy, patroniPrograms } from '../../scripts/install-deploy-parts.mjs'
import { addressOf, type Running, startPopulus } from '../cli/run-populus.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { expectAgreement, startTraffic } from '../cluster/servers/note-traffic.ts'
import { cleanUp } from '../support/clean-up.ts'
import { onServer } from '../support/databases.ts'
import { type Member, PatroniCluster } from './patroni-parts.ts'

/** `npm run test:long` sets it. */
const root = process.env.DEPLOY_PARTS === 'all' && hasHaproxy() ? patroniPrograms() : undefined
/** Good answers, before something happens and after it. */
const ENOUGH = 300
const PATIENCE = { timeout: 180_000, interval: 200 }
const LONG = 900_000

describe.runIf(root !== undefined)('PostgreSQL that Patroni keeps', () => {
  const servers: Running[] = []
  let addresses: readonly string[] = []
  let cluster: PatroniCluster

  beforeAll(async () => {
    cluster = await PatroniCluster.start(root!)
    const leader = await cluster.leader()
    await onServer(cluster.url('postgres', [leader]), async sql => {
      await sql.unsafe('create role cms login')
      await sql.unsafe('create database site owner cms')
    })
    const folder = await noteProject(1)
    const direct = cluster.url('site', undefined, 'cms')
    const balanced = `postgres://cms:secret@${await cluster.balancer()}/site`
    const replicas = cluster.members.map(member => cluster.url('site', [member], 'cms')).join(' ')
    cleanUp(async () => {
      for (const { process, finished } of servers) {
        process.kill('SIGKILL')
        await finished
      }
    })
    // Two find the leader by themselves, and one is led to it.
    for (const url of [direct, direct, balanced]) {
      const env = { DATABASE_REPLICAS: replicas, DATABASE_POOL_MAX: '4' }
      servers.push(startPopulus(['start', folder, '--port', '0', '--database', url], env))
    }
    addresses = await Promise.all(servers.map(addressOf))
  }, LONG)

  /** What each server says about the members, and that it was never started again. */
  async function expectStates(states: Readonly<Record<string, string>>): Promise<void> {
    const expected = cluster.members.map(({ name }) => states[name] ?? 'in use')
    for (const address of addresses) {
      const found = async () => {
        const { replicas = [] } = (await (await fetch(`${address}/_ready`)).json()) as {
          replicas?: readonly { readonly state: string }[]
        }
        return replicas.map(({ state }) => state)
      }
      await expect.poll(found, PATIENCE).toEqual(expected)
    }
    expect(servers.map(({ process }) => process.exitCode)).toEqual([null, null, null])
  }

  /** Reads and writes while something happens; nothing that was acknowledged is lost, nothing stale. Returns what happened. */
  async function underLoad<T>(name: string, happens: () => Promise<T>): Promise<T> {
    const traffic = startTraffic(() => addresses, undefined, name)
    await traffic.answered(ENOUGH)
    const result = await happens()
    await traffic.answered(ENOUGH)
    await traffic.stop()
    expect([traffic.stale, traffic.failures]).toEqual([[], []])
    await expectAgreement(addresses, traffic)
    console.log(
      `${traffic.counts.good} answers, ${traffic.counts.refused} refused, ${traffic.acknowledged.size} created`,
    )
    return result
  }

  let killed: Member

  test('the leader is killed: another one leads, servers go on by themselves, and nothing is lost or stale', {
    timeout: LONG,
  }, async () => {
    killed = await cluster.leader()
    await expectStates({ [killed.name]: 'promoted' })
    const next = await underLoad('killed', async () => {
      await cluster.kill(killed)
      return cluster.leader()
    })
    expect(next.name).not.toBe(killed.name)
    await expectStates({ [killed.name]: 'unreachable', [next.name]: 'promoted' })
  })

  test('the one that was killed follows again, and another one leads when it is told to', {
    timeout: LONG,
  }, async () => {
    cluster.startAgain(killed)
    await cluster.following(2)
    const before = await cluster.leader()
    await expectStates({ [before.name]: 'promoted' })
    const next = await underLoad('told', async () => {
      const body = JSON.stringify({ leader: before.name })
      const answer = await fetch(`${before.api}/switchover`, { method: 'POST', body })
      expect(answer.status, await answer.text()).toBe(200)
      return cluster.leader()
    })
    expect(next.name).not.toBe(before.name)
    await cluster.following(2)
    await expectStates({ [next.name]: 'promoted' })
  })

  test('a write that only the killed leader had is not answered from what was kept', { timeout: LONG }, async () => {
    await cluster.setSynchronous(false)
    const leader = await cluster.leader()
    const others = cluster.members.filter(member => member !== leader)
    const titles = () => Promise.all(addresses.map(titleOn))
    const [before] = await titles()
    await cutOff(others)
    const body = JSON.stringify({ data: { title: 'lost' } })
    const headers = { 'content-type': 'application/json' }
    const written = await fetch(`${addresses[0]}/api/notes/1`, { method: 'PUT', body, headers })
    expect(written.status).toBe(200)
    for (let round = 0; round < 3; round += 1) expect(await titles()).toEqual(['lost', 'lost', 'lost'])
    await cluster.kill(leader)
    await joinAgain(others)
    await cluster.leader()
    const shown = new Set<string | undefined>()
    const all = async () => {
      const found = await titles()
      for (const title of found) shown.add(title)
      return found
    }
    await expect.poll(all, PATIENCE).toEqual([before, before, before])
    expect(shown).not.toContain('lost')
  })

  /** `undefined` while the server cannot answer. */
  async function titleOn(address: string): Promise<string | undefined> {
    const answer = await fetch(`${address}/api/notes/1`)
    const { data } = (await answer.json()) as { data?: { attributes: { title: string } } | null }
    return data?.attributes.title
  }

  /** Members get nothing more from the leader, and Patroni, which would mend that, stands still. */
  async function cutOff(members: readonly Member[]): Promise<void> {
    for (const member of members) {
      cleanUp(() => member.patroni.kill('SIGCONT'))
      member.patroni.kill('SIGSTOP')
      await onServer(cluster.url('postgres', [member]), async sql => {
        await sql.unsafe(`alter system set primary_conninfo = ''`)
        await sql.unsafe('select pg_reload_conf()')
        const receivers = async () => (await sql.unsafe('select 1 from pg_stat_wal_receiver')).length
        await expect.poll(receivers, PATIENCE).toBe(0)
      })
    }
  }

  async function joinAgain(members: readonly Member[]): Promise<void> {
    for (const member of members) {
      await onServer(cluster.url('postgres', [member]), async sql => {
        await sql.unsafe('alter system reset primary_conninfo')
        await sql.unsafe('select pg_reload_conf()')
      })
      member.patroni.kill('SIGCONT')
    }
  }
})
