/** Three PostgreSQL servers of which Patroni makes one the leader, and the etcd that its members agree in, as processes of this machine. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { POSTGRES_PROGRAMS } from '../../scripts/install-deploy-parts.mjs'
import { cleanUp } from '../support/clean-up.ts'
import { onServer } from '../support/databases.ts'
import { freePort } from '../support/servers/embedded-server.ts'
import { untilOpen } from '../support/servers/until-open.ts'
import { asPostgres } from './many-parts.ts'
import { startProgram } from './start-program.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guides/several-servers.md', import.meta.url))
const NAMES = ['db1', 'db2', 'db3']
const PATIENCE = { timeout: 180_000, interval: 200 }

/** Patroni accepts no shorter times. */
const RULES = { ttl: 20, loop_wait: 1, retry_timeout: 3, maximum_lag_on_failover: 1_048_576, synchronous_mode: true }

export interface Member {
  readonly name: string
  /** Of PostgreSQL. */
  readonly port: number
  /** Of Patroni. */
  readonly api: string
  /** The data folder, as seen from this machine. */
  readonly data: string
  patroni: ChildProcess
}

interface Place {
  readonly root: string
  /** A folder on this machine, and what it is called inside. */
  readonly outside: string
  readonly inside: string
}

export class PatroniCluster {
  readonly members: readonly Member[]
  readonly #place: Place

  private constructor(place: Place, members: readonly Member[]) {
    this.#place = place
    this.members = members
  }

  static async start(root: string): Promise<PatroniCluster> {
    const outside = mkdtempSync(join(root, 'tmp', 'populus-patroni-'))
    cleanUp(() => rmSync(outside, { recursive: true, force: true }))
    chmodSync(outside, 0o777)
    const place = { root, outside, inside: outside.slice(root.length) }
    const etcd = await startEtcd(place)
    const members: Member[] = []
    for (const name of NAMES) {
      const [port, api] = [await freePort(), await freePort()]
      writeFileSync(join(outside, `${name}.yml`), JSON.stringify(settingsOf({ name, port, api, etcd }, place.inside)))
      const data = join(outside, name)
      members.push({ name, port, api: `http://127.0.0.1:${api}`, data, patroni: startPatroni(place, name) })
    }
    const cluster = new PatroniCluster(place, members)
    await cluster.following(2)
    return cluster
  }

  /** The address of a database on a member, or on all of them. */
  url(database: string, members: readonly Member[] = this.members, user = 'postgres'): string {
    return `postgres://${user}:secret@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`
  }

  /** The member that accepts writes, once there is one. */
  async leader(): Promise<Member> {
    let found: Member | undefined
    const look = async () => {
      const answers = await Promise.all(this.members.map(({ api }) => statusOf(`${api}/primary`)))
      found = this.members[answers.indexOf(200)]
      return found?.name
    }
    await vi.waitFor(async () => expect(await look()).toBeDefined(), PATIENCE)
    return found!
  }

  /** Waits until so many members follow the leader. */
  async following(count: number): Promise<void> {
    const look = async () => {
      const answers = await Promise.all(this.members.map(({ api }) => statusOf(`${api}/replica?lag=1MB`)))
      return answers.filter(status => status === 200).length
    }
    await vi.waitFor(async () => expect(await look()).toBeGreaterThanOrEqual(count), PATIENCE)
  }

  /** With `kill -9`: Patroni first, so that it does nothing about the rest. */
  async kill({ patroni, data }: Member): Promise<void> {
    const ended = once(patroni, 'exit')
    patroni.kill('SIGKILL')
    await ended
    const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(postmaster), 'SIGKILL')
  }

  startAgain(member: Member): void {
    member.patroni = startPatroni(this.#place, member.name)
  }

  /** Whether a write must be on a second server before it is acknowledged. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    const leader = await this.leader()
    const body = JSON.stringify({ synchronous_mode: isSynchronous })
    await expect.poll(() => statusOf(`${leader.api}/config`, { method: 'PATCH', body }), PATIENCE).toBe(200)
    await expect.poll(async () => (await this.#standbys(leader)) !== '', PATIENCE).toBe(isSynchronous)
  }

  async #standbys(leader: Member): Promise<string> {
    let names = ''
    await onServer(this.url('postgres', [leader]), async sql => {
      names = String((await sql.unsafe('show synchronous_standby_names').values())[0]?.[0])
    })
    return names
  }

  /** HAProxy in front of the members, with the lines of the guide. */
  async balancer(): Promise<string> {
    const port = await freePort()
    const [lines = ''] = /^listen postgres\n(?: {2}.*\n)+/m.exec(readFileSync(GUIDE, 'utf8')) ?? []
    const kept = lines.replace(/^ {2}server .*\n/gm, '').replace('bind :5432', `bind 127.0.0.1:${port}`)
    const servers = this.members.map(member => {
      return `  server ${member.name} 127.0.0.1:${member.port} check port ${new URL(member.api).port}\n`
    })
    const times = 'defaults\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n'
    const file = join(this.#place.outside, 'haproxy.cfg')
    writeFileSync(file, `${times}${kept}${servers.join('')}`)
    startProgram(['haproxy', '-db', '-f', file])
    await untilOpen(port, 'HAProxy')
    return `127.0.0.1:${port}`
  }
}

async function startEtcd(place: Place): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()].map(port => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ]
  const words = {
    name: 'one',
    'data-dir': `${place.inside}/etcd`,
    ...{ 'listen-client-urls': client, 'advertise-client-urls': client },
    ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer, 'initial-cluster': `one=${peer}` },
    ...{ 'unsafe-no-fsync': 'true', 'log-level': 'error' },
  }
  startProgram(asPostgres(place, 'etcd', ...Object.entries(words).map(([name, value]) => `--${name}=${value}`)))
  await untilOpen(Number(new URL(client).port), 'etcd')
  return new URL(client).host
}

/** In a Debian that sees the processes, and has the memory that Python's locks are in. */
function startPatroni(place: Place, name: string): ChildProcess {
  const inside = asPostgres(place, 'patroni', `${place.inside}/${name}.yml`)
  const mounts = `mount -t proc proc '${place.root}/proc' && mount -t tmpfs -o mode=1777 tmpfs '${place.root}/dev/shm'`
  const command = `${mounts} && exec "$@"`
  return startProgram(['unshare', '--mount', 'sh', '-c', command, 'sh', ...inside], { LC_ALL: 'C.UTF-8' })
}

interface MemberPlace {
  readonly name: string
  readonly port: number
  readonly api: number
  readonly etcd: string
}

function settingsOf({ name, port, api, etcd }: MemberPlace, inside: string): object {
  const [address, own] = [`127.0.0.1:${port}`, `127.0.0.1:${api}`]
  const parameters = { max_connections: 200, shared_buffers: '32MB', fsync: 'off' }
  return {
    scope: 'site',
    name,
    restapi: { listen: own, connect_address: own },
    etcd3: { hosts: [etcd] },
    bootstrap: {
      dcs: { ...RULES, postgresql: { use_pg_rewind: true, use_slots: true, parameters } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: `${inside}/${name}`,
      bin_dir: POSTGRES_PROGRAMS,
      pgpass: `${inside}/${name}.pgpass`,
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: {
        superuser: { username: 'postgres', password: 'secret' },
        replication: { username: 'follower', password: 'secret' },
        rewind: { username: 'rewinder', password: 'secret' },
      },
      parameters: { unix_socket_directories: inside },
    },
    watchdog: { mode: 'off' },
  }
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000), ...init }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}
