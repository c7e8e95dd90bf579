/** The examples of live pages and webhooks run as they are. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { addWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { openFeed } from '../changes/open-feed.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { theBrowser } from '../support/browser.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { BLOG } from './run-examples.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const PATIENT = { timeout: 60_000, interval: 50 }
const outgoing = { allow: ['loopback'] }

async function serveBlog() {
  const database = await startedDatabase('sqlite', BLOG)
  const app = await buildTestApp({ folder: BLOG, database, outgoing, populateWithPagination: true })
  const rights = await openGranter(BLOG, database)
  await rights.grant({ role: 'public', type: 'article', actions: ['find', 'update'] })
  const { address } = await app.listen()
  const rename = (title: string) =>
    fetch(`${address}/api/articles/1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title, publishedAt: new Date(Date.now() + 60_000).toISOString() } }),
    })
  return { database, address, rename }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return String(port)
}

test('the live page has at most 20 lines and shows what is new', async () => {
  const file = join(EXAMPLES, 'live/index.html')
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  const { address, rename } = await serveBlog()
  const page = await (await theBrowser()).newPage()
  await page.goto(`${pathToFileURL(file)}?server=${address}`)
  const items = () => page.locator('li').allTextContents()
  await expect.poll(async () => (await items()).length, PATIENT).toBe(10)
  await rename('Hot off the press')
  await expect.poll(async () => (await items())[0], PATIENT).toBe('Hot off the press')
})

test('the receiver of webhooks takes what is signed, and nothing else', async () => {
  const { database: config, rename } = await serveBlog()
  const { database } = await openFeed(config)
  const { schema } = await loadProjectSchema(testConfig({ folder: BLOG, database: config }))
  const context = { database, schema, outgoing: createOutgoing(outgoing), clock: Date.now }
  // The secret is known before the address is.
  const port = await freePort()
  const { secret } = await addWebhook(context, {
    name: 'receiver',
    url: `http://127.0.0.1:${port}/`,
    events: ['entry.update'],
  })
  const receiver = spawn(process.execPath, [join(EXAMPLES, 'webhook-receiver/receive.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: port },
  })
  cleanUp(() => receiver.kill())
  let printed = ''
  receiver.stdout.on('data', chunk => {
    printed += chunk
  })
  await expect.poll(() => printed, PATIENT).toContain('Receiving webhooks')
  const forged = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'x-populus-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    body: '{"event":"forged"}',
  })
  expect(forged.status).toBe(401)
  await rename('Told')
  await expect.poll(() => printed, PATIENT).toContain('entry.update api::article.article 1')
  expect(printed).not.toContain('forged')
})
