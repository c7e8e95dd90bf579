import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../load-config.ts'
import { NOTHING_READ } from '../project-reader.ts'
import { ensureSecrets } from './project-secrets.ts'

let folder: string
let notes: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'populus-secrets-'))
  notes = []
  await writeFile(join(folder, 'package.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true }))

const dotenv = () => readFile(join(folder, '.env'), 'utf8')

async function start(env: Readonly<Record<string, string>> = {}) {
  const { secrets } = await ensureSecrets(await loadConfig({ folder, env }, async () => NOTHING_READ), line =>
    notes.push(line),
  )
  return secrets
}

test('a new project gets its secrets at the first start and keeps them', async () => {
  const first = await start()
  const text = await dotenv()
  expect(text).toMatch(/^JWT_SECRET=[\w-]{43}\nAPI_TOKEN_SALT=[\w-]{43}\nADMIN_JWT_SECRET=[\w-]{43}\n$/)
  expect(new Set(Object.values(first)).size).toBe(3)
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
  expect(await start()).toEqual(first)
  expect(await dotenv()).toBe(text)
})

test('the secrets are named, never shown', async () => {
  const secrets = await start()
  expect(notes).toEqual([`Generated JWT_SECRET, API_TOKEN_SALT, ADMIN_JWT_SECRET in ${join(folder, '.env')}`])
  for (const secret of Object.values(secrets)) expect(notes.join()).not.toContain(secret)
})

test('an existing file is added to, and what stands in it stays', async () => {
  await writeFile(join(folder, '.env'), 'PORT=1\nJWT_SECRET=mine', { mode: 0o640 })
  expect((await start()).jwt).toBe('mine')
  expect(await dotenv()).toMatch(/^PORT=1\nJWT_SECRET=mine\nAPI_TOKEN_SALT=[\w-]{43}\nADMIN_JWT_SECRET=[\w-]{43}\n$/)
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o640)
})

test('secrets of the environment are not written anywhere', async () => {
  await start({ JWT_SECRET: 'a', API_TOKEN_SALT: 'b', ADMIN_JWT_SECRET: 'c' })
  await expect(dotenv()).rejects.toMatchObject({ code: 'ENOENT' })
})

const WARNINGS = [
  'JWT_SECRET is not set: no user can sign in',
  'API_TOKEN_SALT is not set: no API token works',
  'ADMIN_JWT_SECRET is not set: no administrator can sign in',
]

test.each(['production', 'development'])('a Strapi project in %s is told what is missing', async mode => {
  await writeFile(join(folder, 'package.json'), '{"dependencies":{"@strapi/strapi":"4.26.2"}}')
  const none = { jwt: undefined, apiTokenSalt: undefined, admin: undefined }
  expect(await start({ NODE_ENV: mode })).toEqual(none)
  expect(notes).toEqual(WARNINGS)
  await expect(dotenv()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('in production secrets are made together with the database, and never for one that exists', async () => {
  await writeFile(join(folder, 'content.db'), '')
  await start({ NODE_ENV: 'production', DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: 'content.db' })
  expect(notes).toEqual(WARNINGS)
  await start({ NODE_ENV: 'production' })
  expect(await dotenv()).toContain('JWT_SECRET=')
})
