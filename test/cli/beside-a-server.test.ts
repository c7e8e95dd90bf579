/** Commands beside a running server: they find its database, and say what they changed. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, onServer, type PostgresConfig } from '../support/databases.ts'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, type Running, startPopulus } from './run-populus.ts'

let folder: string
let database: PostgresConfig
let server: Running
let address: string
let text: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await copyOfBlog()
  database = await freshDatabase('postgres')
  const { host, pathname, password } = new URL(database.url)
  env = { PGPASSWORD: decodeURIComponent(password) }
  text = `postgres://${host}${pathname} (schema public)`
  server = startPopulus(['start', folder, '--port', '0', '--database', database.url])
  address = await addressOf(server)
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.finished
})

const status = async (path: string) => (await fetch(address + path)).status

test('a grant without --database reaches the database of the server, and says so', async () => {
  expect(await status('/api/newsletter-subscribers')).toBe(403)
  const refused = await runHere(['grant', 'public', 'newsletter-subscriber', '--folder', folder])
  expect(refused.error).toContain(`Cannot open the database ${text}`)
  expect(refused.error).toContain('the password of a running server is not stored: set PGPASSWORD')
  const { code, out, error } = await runHere(['grant', 'public', 'newsletter-subscriber', '--folder', folder], env)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('public may find, findOne api::newsletter') })
  expect(error).toBe(
    `The running server (process ${server.process.pid}) has the database ${text}, which is used here, too\n` +
      `Changed the database ${text}\n`,
  )
  expect(await status('/api/newsletter-subscribers')).toBe(200)
  expect(await readdir(join(folder, '.data'))).toEqual(['servers'])
})

test('a command that only reads changes nothing', async () => {
  const { error } = await runHere(['permissions', '--folder', folder], env)
  expect(error).not.toContain('Changed')
})

test('--database wins, with a word about the server', async () => {
  const { code, error } = await runHere(['permissions', '--folder', folder, '--database', 'sqlite:.data/content.db'])
  expect(code).toBe(1)
  expect(error).toBe(
    `The running server (process ${server.process.pid}) has another database: ${text}\n` +
      `The database ${folder}/.data/content.db does not exist\n  - populus start creates it\n`,
  )
})

test('neither a password nor a readable file is left in the project', async () => {
  const place = join(folder, '.data/servers')
  const [name = ''] = await readdir(place)
  expect((await stat(join(place, name))).mode & 0o777).toBe(0o600)
  const secret = 'open sesame'
  const url = new URL(database.url)
  await onServer(database.url, sql => sql.unsafe(`create role locked login password '${secret}'`))
  url.username = 'locked'
  url.password = secret
  const { serverMemory, runningServers } = await import('../../src/cli/serving/running-servers.ts')
  const before = process.listeners('exit')
  const remember = serverMemory()
  for (let times = 0; times < 2; times += 1)
    remember({ folder, database: { ...database, url: url.href } }, 'http://127.0.0.1:1')
  expect(process.listeners('exit')).toHaveLength(before.length + 1)
  const written = await readFile(join(place, `${process.pid}.json`), 'utf8')
  expect(written).toContain('locked@')
  expect(written).not.toMatch(/sesame/)
  expect(
    runningServers(folder)
      .map(({ pid }) => pid)
      .sort(),
  ).toEqual([server.process.pid, process.pid].sort())
  for (const listener of process.listeners('exit')) {
    if (before.includes(listener)) continue
    ;(listener as () => void)()
    process.removeListener('exit', listener)
  }
  await onServer(database.url, sql => sql.unsafe('drop role locked'))
  expect(runningServers(folder).map(({ pid }) => pid)).toEqual([server.process.pid])
})

test('grant takes several types, and grants none of them if one is unknown', async () => {
  const [both, wrong] = [
    await runHere(['grant', 'authenticated', 'article', 'author', '--folder', folder], env),
    await runHere(['grant', 'authenticated', 'category', 'auther', '--folder', folder], env),
  ]
  expect(both.out).toBe(
    'authenticated may find, findOne api::article.article\nauthenticated may find, findOne api::author.author\n',
  )
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.error).toContain('Nothing was changed\n')
})

test('grant --all grants every type; a type and --all exclude each other', async () => {
  const all = await runHere(['grant', 'public', '--all', '--folder', folder], env)
  expect(all.out.trimEnd().split('\n')).toHaveLength((await readdir(join(folder, 'src/api'))).length)
  for (const words of [['public'], ['public', 'article', '--all']]) {
    const { code, error } = await runHere(['grant', ...words, '--folder', folder])
    expect([code, error]).toEqual([1, 'Name a content type, or all of them with --all\n'])
  }
})
