/** Projects with code of their own answer as a real Strapi 4.26.2 answered from the same folder (`record.mjs`). */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { loadProjectConfig } from '../../src/project-config.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { answersOf, type SentRequest } from './project-requests.mjs'

const PROJECTS = fileURLToPath(new URL('projects', import.meta.url))
const NAMES = (await readdir(PROJECTS)).filter(name => name !== 'common')

async function folderOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `populus-${name}-`))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await cp(join(PROJECTS, 'common'), folder, { recursive: true })
  await cp(join(PROJECTS, name), folder, { recursive: true, force: true })
  return folder
}

async function open(name: string, client: Client): Promise<App> {
  const folder = await folderOf(name)
  const { plugins } = await loadProjectConfig({ folder, env: process.env })
  return buildTestApp({
    folder,
    plugins,
    database: await freshDatabase(client),
    dialect: 'strapi4',
    strapi: true,
    secrets: { jwt: 'jwt-secret' },
    rateLimit: { enabled: false },
  })
}

async function send(app: App, { method, url, headers, body }: SentRequest) {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  })
  const received = Object.entries(answer.headers).map(([header, value]) => [header, [value].flat().join(', ')])
  return { status: answer.statusCode, headers: Object.fromEntries(received), text: answer.payload }
}

async function json(name: string, file: string): Promise<never[]> {
  return JSON.parse(await readFile(join(PROJECTS, name, file), 'utf8'))
}

describe.each(CLIENTS)('on %s', client => {
  test.each(NAMES)('the project "%s" answers as Strapi does', async name => {
    const app = await open(name, client)
    expect(app.report.filter(line => /^(not run|closed)/.test(line))).toEqual([])
    const answers = await answersOf(await json(name, 'requests.json'), request => send(app, request))
    const expected = await json(name, 'answers.json')
    for (const [index, answer] of answers.entries()) expect.soft(answer).toEqual(expected[index])
  })
})
