import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { halfARequest, statusOf } from './half-a-request.ts'
import { addressOf, copyOfBlog, type Running, startPopulus } from './run-populus.ts'

let folder: string
beforeAll(async () => {
  folder = await copyOfBlog()
})

const servers: Running[] = []
const start = (words: readonly string[] = [], env = {}): Running => {
  const running = startPopulus(['start', folder, '--port', '0', ...words], env)
  servers.push(running)
  return running
}
afterEach(() => {
  for (const { process } of servers.splice(0)) process.kill('SIGKILL')
})

const codeLine = (address: string) =>
  new RegExp(
    `^There is no administrator yet. Create the first one within 24 hours at ${address}/admin/auth/register-admin\\?code=([A-Z2-9]{5}(?:-[A-Z2-9]{5}){3})$`,
  )

describe('populus start', () => {
  test('prints the address with the real port and that of the panel, three queries that can be opened, and a code for the first administrator', async () => {
    const running = start()
    const address = await addressOf(running)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    await expect.poll(() => running.out().trimEnd().split('\n').length).toBe(6)
    const [ready, panel, ...queries] = running.out().trimEnd().split('\n')
    expect(ready).toBe(`Populus is ready at ${address}`)
    expect(panel).toBe(`The admin panel is at ${address}/admin`)
    expect(queries.pop()).toMatch(codeLine(address))
    for (const query of queries) expect((await fetch(query.trim())).status).toBe(200)
  })

  test('prints no queries in production, and no code when there is an administrator', async () => {
    const running = start([], { NODE_ENV: 'production' })
    const address = await addressOf(running)
    await expect.poll(() => running.out().trimEnd().split('\n').length).toBe(3)
    const [ready, , line = ''] = running.out().trimEnd().split('\n')
    expect(ready).toBe(`Populus is ready at ${address}`)
    const [, code] = codeLine(address).exec(line) ?? []
    const made = await fetch(`${address}/admin/api/first-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, email: 'root@example.org', password: 'root password' }),
    })
    expect(made.status).toBe(201)
    running.process.kill('SIGTERM')
    await running.finished
    const again = start([], { NODE_ENV: 'production' })
    const place = await addressOf(again)
    again.process.kill('SIGTERM')
    expect(await again.finished).toMatchObject({
      code: 0,
      out: `Populus is ready at ${place}\nThe admin panel is at ${place}/admin\n`,
    })
  })

  test('refuses weak secrets in production and warns of them in development', async () => {
    const weak = { JWT_SECRET: 'a', ADMIN_JWT_SECRET: 'x'.repeat(40) }
    const { code, out, error } = await start([], { NODE_ENV: 'production', ...weak }).finished
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toBe(`Secrets are too easy to guess
  - JWT_SECRET is shorter than 16 characters; generate a new one: openssl rand -base64 32
  - ADMIN_JWT_SECRET has fewer than 8 different characters; generate a new one: openssl rand -base64 32
`)
    const running = start([], weak)
    await addressOf(running)
    running.process.kill('SIGTERM')
    expect((await running.finished).error).toContain('JWT_SECRET is shorter than 16 characters')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it with 0, also while a browser keeps its connection',
    async signal => {
      const running = start()
      const address = await addressOf(running)
      await (await fetch(`${address}/api/articles`)).text()
      running.process.kill(signal)
      expect((await running.finished).code).toBe(0)
    },
  )

  test('a second signal ends it at once, whatever is still going on', async () => {
    const running = start()
    const address = await addressOf(running)
    const slow = await halfARequest(address)
    running.process.kill('SIGTERM')
    await expect.poll(() => statusOf(`${address}/_health`)).toBe('refused')
    expect(running.process.exitCode).toBeNull()
    running.process.kill('SIGTERM')
    expect((await running.finished).code).toBe(143)
    slow.end()
  })

  test('says what to do when the port is taken', async () => {
    const first = start()
    const { port } = new URL(await addressOf(first))
    const { code, error } = await start(['--port', port]).finished
    expect(code).toBe(1)
    expect(error).toContain(
      `The server cannot listen\n  - process ${first.process.pid} (node) uses port ${port}; choose another one with --port`,
    )
    expect(error).not.toContain('    at ')
  })

  test('says what is wrong with the settings, without a stack', async () => {
    const { code, out, error } = await start(['--dialect', 'strapi5']).finished
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toBe('The settings have problems\n  - --dialect: expected "document" or "strapi4", got "strapi5"\n')
  })

  test('says what it looked for in a folder that is no project', async () => {
    const { code, error } = await startPopulus(['start', '/nowhere/at/all']).finished
    expect({ code, error }).toEqual({ code: 1, error: 'The folder /nowhere/at/all does not exist\n' })
  })
})
