/**
 * A real Varnish with `deploy/varnish/default.vcl` in front of two servers: once the purge of a write has arrived, nobody gets anything
 * older. Answers reach Varnish late, so that purges overtake them. Part of `npm run test:long`.
 */
import { writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasVarnish } from '../../scripts/install-deploy-parts.mjs'
import { addressOf, type Running, startPopulus } from '../cli/run-populus.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/servers/embedded-server.ts'
import { untilOpen } from '../support/servers/until-open.ts'
import { startProgram } from './start-program.ts'

const VCL = fileURLToPath(new URL('../../deploy/varnish/default.vcl', import.meta.url))
const READS = Number(process.env.VARNISH_READS ?? '0')
const NOTES = 6
const READERS = 24
/** The longest time that an answer is on its way to Varnish, in milliseconds; now and then, longer than many purges take. */
const lateness = () => Math.random() * (Math.random() < 0.1 ? 800 : 20)

/** Passes requests on, and waits before it answers. Calls `seen` when the answer has arrived. */
function forward(
  to: () => string,
  wait: (url: string) => Promise<void>,
  seen: (url: string, body: string) => void,
): Promise<Server> {
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('end', () => {
      const { method, url = '', headers } = incoming
      const asked = httpRequest(`${to()}${url}`, { method, headers }, async answer => {
        const body: Buffer[] = []
        for await (const chunk of answer) body.push(chunk)
        await wait(url)
        seen(url, Buffer.concat(chunks).toString())
        reply.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(body))
      })
      asked.on('error', () => reply.destroy())
      asked.end(Buffer.concat(chunks))
    })
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Notes for everybody, memos for those with a token, and users who may register. */
async function project(): Promise<string> {
  const folder = await noteProject(NOTES)
  const types = join(folder, 'src/api/memo/content-types/memo')
  await mkdir(types, { recursive: true })
  const note = await readFile(join(folder, 'src/api/note/content-types/note/schema.json'), 'utf8')
  await writeFile(join(types, 'schema.json'), note.replaceAll('note', 'memo'))
  const permissions = join(folder, 'content/permissions.json')
  const given = JSON.parse(await readFile(permissions, 'utf8')) as { public: string[] }
  await writeFile(permissions, JSON.stringify({ public: [...given.public, 'plugin::users-permissions.auth.register'] }))
  const control = { '*': 'public, s-maxage=86400, stale-while-revalidate=60, stale-if-error=86400' }
  const settings = { cache: { surrogateKeys: true, control }, outgoing: { allow: ['loopback'] } }
  await writeFile(join(folder, 'populus.config.json'), JSON.stringify(settings))
  return folder
}

interface Shown {
  readonly data: { readonly id: number; readonly attributes: { readonly body: string } }
}

describe.runIf(READS > 0 && hasVarnish()).each(CLIENTS)('Varnish, with servers on %s', client => {
  const running: Running[] = []
  const open: Server[] = []
  let folder = ''
  let env: Record<string, string> = {}
  let direct: readonly string[] = []
  let site = ''
  /** An answer that waits before it reaches Varnish. */
  let held: { readonly url: string; readonly released: Promise<void> } | undefined
  /** How many purges of each note have arrived. */
  const purged = new Map<number, number>()

  const populus = async (...words: string[]) => {
    const { code, out, error } = await startPopulus([...words, '--folder', folder], env).finished
    expect(code, error).toBe(0)
    return out.trim().split('\n').at(-1)!
  }

  beforeAll(async () => {
    folder = await project()
    const database = await freshDatabase(client)
    const url = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    const [name, value] = url.startsWith('sqlite:') ? ['DATABASE_FILENAME', url.slice(7)] : ['DATABASE_URL', url]
    env = { [name!]: value! }
    running.push(...[1, 2].map(() => startPopulus(['start', folder, '--port', '0'], env)))
    direct = await Promise.all(running.map(addressOf))
    const behind = await forward(
      () => direct[Math.floor(Math.random() * direct.length)]!,
      async url => {
        if (url !== held?.url) return sleep(lateness())
        const { released } = held
        held = undefined
        await released
      },
      () => undefined,
    )
    const varnish = await freePort()
    site = `http://127.0.0.1:${varnish}`
    const settings = join(temporaryFolder(), 'default.vcl')
    const text = (await readFile(VCL, 'utf8'))
      .replace('.host = "populus"', '.host = "127.0.0.1"')
      .replace('.port = "1337"', `.port = "${portOf(behind)}"`)
    writeFileSync(settings, text)
    // Without a user of its own, who could not read these files.
    startProgram([
      'varnishd',
      '-j',
      'none',
      '-F',
      '-n',
      temporaryFolder(),
      '-a',
      `127.0.0.1:${varnish}`,
      '-f',
      settings,
    ])
    await untilOpen(varnish, 'Varnish')
    const purges = await forward(
      () => site,
      async () => undefined,
      (_, body) => {
        for (const path of (JSON.parse(body) as { paths: string[] }).paths) {
          const id = Number(/\/api\/notes\/(\d+)$/.exec(path)?.[1])
          if (id > 0) purged.set(id, (purged.get(id) ?? 0) + 1)
        }
      },
    )
    open.push(behind, purges)
    await populus('webhooks', 'add', 'cdn', `http://127.0.0.1:${portOf(purges)}/purge`, '--events', 'cache.purge')
  }, 300_000)

  afterAll(async () => {
    for (const { process, finished } of running) {
      process.kill('SIGKILL')
      await finished
    }
    for (const server of open) {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  })

  async function write(id: number, version: number): Promise<void> {
    const answer = await fetch(`${direct[version % 2]}/api/notes/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { body: String(version) } }),
    })
    expect(answer.status).toBe(200)
  }

  test('what is shown is never older than the last purge that has arrived', async () => {
    const counts = { reads: 0, kept: 0, writes: 0 }
    const old: string[] = []
    const note = (entries: readonly Shown['data'][], floors: ReadonlyMap<number, number>) => {
      for (const { id, attributes } of entries)
        if (Number(attributes.body) < floors.get(id)!)
          old.push(`note ${id}: ${attributes.body} after ${floors.get(id)}`)
    }
    const read = async (path: string) => {
      const floors = new Map(purged)
      const answer = await fetch(`${site}${path}`)
      expect(answer.status).toBe(200)
      if (Number(answer.headers.get('x-cache')) > 0) counts.kept += 1
      counts.reads += 1
      const { data } = (await answer.json()) as { data: Shown['data'] | Shown['data'][] }
      note([data].flat(), floors)
    }
    // From here on, the text of a note is the number of its writes, and of its purges.
    for (let id = 1; id <= NOTES; id += 1) await write(id, 1)
    await expect.poll(() => purged.size, { timeout: 60_000 }).toBe(NOTES)
    const versions = new Map(Array.from({ length: NOTES }, (_, index) => [index + 1, 1]))
    const writer = async (id: number) => {
      while (counts.reads < READS) {
        const next = versions.get(id)! + 1
        await write(id, next)
        versions.set(id, next)
        counts.writes += 1
        await sleep(Math.random() * 150)
      }
    }
    const reader = async () => {
      while (counts.reads < READS) {
        const id = 1 + Math.floor(Math.random() * NOTES)
        await read(Math.random() < 0.5 ? `/api/notes/${id}` : `/api/notes?sort=id&filters[id][$gte]=${id}`)
      }
    }
    const writers = [...versions.keys()].map(writer)
    await Promise.all([...writers, ...Array.from({ length: READERS }, reader)])
    console.log(
      `${client}: ${counts.reads} reads, ${counts.kept} of them kept, ${counts.writes} writes, ${old.length} old`,
    )
    expect(old).toEqual([])
    expect(counts.kept).toBeGreaterThan(counts.reads / 20)
    // In the end, all purges arrive, and everybody sees the last state.
    await expect.poll(() => purged, { timeout: 60_000 }).toEqual(versions)
    for (const [id, version] of versions) {
      const { data } = (await (await fetch(`${site}/api/notes/${id}`)).json()) as Shown
      expect(data.attributes.body).toBe(String(version))
    }
  }, 600_000)

  test('an answer that is overtaken by a purge is for those alone who asked before', async () => {
    const url = '/api/notes/1?fields[0]=body'
    const shown = async () => ((await (await fetch(`${site}${url}`)).json()) as Shown).data.attributes.body
    for (let round = 1; round <= 5; round += 1) {
      let release = () => {}
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      const before = purged.get(1) ?? 0
      // From a state in which nothing is kept.
      await write(1, 1000 + round * 2)
      await expect.poll(() => purged.get(1), { timeout: 60_000 }).toBe(before + 1)
      held = { url, released }
      const early = shown()
      // The server has answered, and Varnish does not have it.
      await expect.poll(() => held, { timeout: 60_000 }).toBeUndefined()
      await write(1, 1001 + round * 2)
      await expect.poll(() => purged.get(1), { timeout: 60_000 }).toBe(before + 2)
      // Varnish lets them wait for the one answer that is under way.
      const late = [shown(), shown()]
      await sleep(200)
      release()
      expect(await early).toBe(String(1000 + round * 2))
      expect(await Promise.all(late)).toEqual([1, 2].map(() => String(1001 + round * 2)))
      expect(await shown()).toBe(String(1001 + round * 2))
    }
  }, 300_000)

  test('answers with credentials are kept for nobody, and cookies do not count', async () => {
    const token = await populus('tokens', 'create', 'reader', '--type', 'read-only')
    const signed = { headers: { authorization: `Bearer ${token}` } }
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${site}${path}`, init)
      return { status: answer.status, cache: answer.headers.get('x-cache'), body: await answer.json(), answer }
    }
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ask('/api/memos', signed)).toMatchObject({ status: 200, cache: '0' })
      expect(await ask('/api/memos')).toMatchObject({ status: 403, cache: '0' })
    }
    // What everybody may read is kept, and what a caller with a token reads at the same address is not that.
    const path = '/api/notes?fields[0]=title&sort=id'
    await ask(path)
    const kept = await ask(path, { headers: { cookie: 'jwtToken=x' } })
    expect(Number(kept.cache)).toBeGreaterThan(0)
    expect(kept.answer.headers.get('vary')).toContain('Authorization')
    expect(kept.answer.headers.get('surrogate-key')).toBeNull()
    const own = await ask(path, signed)
    expect([own.cache, own.answer.headers.get('cache-control')]).toEqual(['0', 'private, no-cache'])

    const register = async (username: string) => {
      const body = JSON.stringify({ username, email: `${username}@example.org`, password: 'long-enough-1' })
      const headers = { 'content-type': 'application/json' }
      const { jwt } = (await ask('/api/auth/local/register', { method: 'POST', headers, body })).body as { jwt: string }
      return { headers: { authorization: `Bearer ${jwt}` } }
    }
    const [ada, ben] = [await register('ada'), await register('ben')]
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await ask('/api/users/me', ada)).body).toMatchObject({ username: 'ada' })
      expect((await ask('/api/users/me', ben)).body).toMatchObject({ username: 'ben' })
      expect((await ask('/api/users/me')).status).not.toBe(200)
    }
  }, 300_000)

  test('only servers may purge', async () => {
    expect((await fetch(`${site}/purge`)).status).toBe(403)
  })
})
