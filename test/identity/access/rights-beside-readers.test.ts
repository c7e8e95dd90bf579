/** While rights change, nobody sees more than what was granted before or after: neither beside the change nor after a kill. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadRoleAccess } from '../../../src/identity/access/role-rights.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { addressOf, feedPopulus, startPopulus } from '../../cli/run-populus.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'

const AUTHOR = 'api::author.author'
const ROUNDS = 40
const READERS = 6
const KILLS = 5

describe('on SQLite', () => {
  test('forty grants of one field through one of two workers show no other field to anybody', async () => {
    const database = await worldDatabase('sqlite')
    if (database.client !== 'sqlite') throw new Error('expected a file')
    const folder = join(temporaryFolder(), 'world')
    await cp(WORLD, folder, { recursive: true })
    const place = ['--database', `sqlite:${database.filename}`]
    const made = ['admins', 'create', '--email', 'root@example.org', '--password', '-', '--folder', folder]
    expect(await feedPopulus('root password\n', ...made, ...place)).toMatchObject({ code: 0 })
    const server = startPopulus(['start', folder, '--port', '0', '--workers', '2', ...place])
    onTestFinished(async () => {
      server.process.kill('SIGKILL')
      await server.finished
    })
    const address = await addressOf(server)
    const call = async (method: string, path: string, body: object, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })
      expect(answer.status, await answer.clone().text()).toBe(200)
      return (await answer.json()) as { data: { token: string } }
    }
    const login = { email: 'root@example.org', password: 'root password' }
    const { token } = (await call('POST', '/admin/api/login', login)).data
    const set = (grant: object) => call('PATCH', '/admin/api/roles/2/grants', { grants: { [AUTHOR]: grant } }, token)
    await set({ actions: [] })
    const seen = { requests: 0, granted: 0, leaks: [] as string[] }
    let ended = false
    const read = async (reader: number) => {
      while (!ended) {
        const answer = await fetch(`${address}/api/authors?pagination[start]=${reader}`)
        const body = await answer.text()
        seen.requests += 1
        if (answer.status === 200) seen.granted += 1
        if (answer.status === 200 && /email|born/.test(body)) seen.leaks.push(body)
      }
    }
    const readers = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
    for (let round = 0; round < ROUNDS; round += 1) {
      await set({ actions: ['find'], fields: ['name'] })
      await set({ actions: [] })
    }
    ended = true
    await readers
    expect(seen.leaks).toEqual([])
    expect(seen.granted).toBeGreaterThan(0)
  })

  test('a process that is killed while it grants and revokes leaves all or nothing, and nobody saw anything else', async () => {
    const database = await worldDatabase('sqlite')
    if (database.client !== 'sqlite') throw new Error('expected a file')
    const { schema } = await loadSchema(WORLD)
    const reader = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    onTestFinished(() => reader.database.close())
    const states = new Set<string>()
    const look = async () => {
      await reader.database.catchUp()
      const { actions, fields } = await loadRoleAccess(reader.database, reader.schema, 'public')
      const granted = [...actions].filter(action => action.startsWith(`${AUTHOR}.`))
      states.add(JSON.stringify([granted, granted.length === 0 ? null : [...(fields.get(AUTHOR) ?? ['all'])]]))
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const script = fileURLToPath(new URL('change-until-killed.mjs', import.meta.url))
      const child = spawn(process.execPath, [script, WORLD, database.filename, JSON.stringify(DEFAULT_LIMITS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      states.clear()
      const killAt = Date.now() + 50 + 40 * kill
      while (Date.now() < killAt) {
        await look()
        await new Promise(resolve => setImmediate(resolve))
      }
      child.kill('SIGKILL')
      await once(child, 'close')
      await look()
      expect([['[[],null]'], [`[["${AUTHOR}.find"],["name"]]`]].flat()).toEqual(expect.arrayContaining([...states]))
    }
  })
})
