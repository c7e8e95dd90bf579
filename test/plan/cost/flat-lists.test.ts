/** Lists without pages: of files and users. They come complete, and apart from other reads where they are expensive. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Limits } from '../../../src/config/config.ts'
import { headersOf, SECRETS } from '../../conformance/cases.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

async function open(client: Client, limits: Partial<Limits>) {
  const database = await adoptedConformanceDatabase(client)
  const app = await buildTestApp({
    folder: CONFORMANCE_PROJECT,
    database,
    dialect: 'strapi4',
    secrets: SECRETS,
    limits,
  })
  return (url: string) => app.inject({ method: 'GET', url, headers: headersOf({ auth: 'full' }) })
}

/** The processes that read for this one. */
const readers = (): number =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'reader-process'])
    .stdout.toString()
    .trim()
    .split('\n')
    .filter(Boolean).length

describe.each(CLIENTS)('lists without pages on %s', client => {
  test('limits.answerEntries does not count the entries of the list, limits.answerLength bounds it', async () => {
    const ask = await open(client, { answerEntries: 1 })
    const files = await ask('/api/upload/files')
    expect(files.statusCode, files.payload.slice(0, 200)).toBe(200)
    expect(files.json().length).toBeGreaterThan(1)
    const askForLess = await open(client, { answerLength: 1000 })
    expect((await askForLess('/api/upload/files')).json().error.message).toContain('limits.answerLength')
  })

  test('what is populated in them counts', async () => {
    const ask = await open(client, { answerEntries: 1 })
    const refused = await ask('/api/users?populate=*')
    expect(refused.json().error.message).toContain('limits.answerEntries')
  })
})

test.each(['/api/upload/files', '/api/upload/files/1', '/api/users', '/api/users/count'])(
  'expensive: %s is read by another process',
  async path => {
    const ask = await open('sqlite', { expensiveCost: 0 })
    const before = readers()
    const answer = await ask(path)
    expect(answer.statusCode, answer.payload.slice(0, 200)).toBe(200)
    expect(readers()).toBe(before + 1)
  },
)
