/** The magazine of `examples/blog` as a new project, with a site that it tells of changes, and somebody who writes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { addressOf, feedPopulus, type Running, runPopulus, startPopulus } from '../cli/run-populus.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/databases.ts'

const ARTICLE = 'api::article.article'
const OWNER = { email: 'owner@example.org', password: 'a long password 1' }

export interface Magazine {
  readonly address: string
  /** Of the webhook. */
  readonly secret: string
  /** Stores a draft with a cover of its own. */
  writeDraft(values: { readonly title: string; readonly slug: string; readonly body: string }): Promise<number>
  change(id: number, data: object): Promise<void>
  /** Where the preview button of the panel leads. */
  previewAddress(id: number): Promise<string>
  stop(): Promise<void>
}

export async function startMagazine(site: string): Promise<Magazine> {
  const folder = join(temporaryFolder(), 'magazine')
  await populus('init', folder, '--from', 'blog', '--database', 'sqlite')
  changeConfig(folder, site)
  const server = startPopulus(['start', folder, '--port', '0'])
  cleanUp(() => stop(server))
  const address = await addressOf(server)
  const added = await populus(
    'webhooks',
    'add',
    'site',
    `${site}/publish`,
    '--events',
    'cache.purge',
    '--folder',
    folder,
  )
  const secret = added.trim().split('\n').at(-1)!
  const token = (await populus('tokens', 'create', 'writer', '--type', 'full-access', '--folder', folder)).trim()
  const ask = askWith(address, token)
  const owner = await signedIn(address, folder)
  return {
    address,
    secret,
    async writeDraft(values) {
      const [cover] = (await ask('POST', '/api/upload', await pictureForm())) as [{ id: number }]
      const data = { ...values, cover: cover.id, publishedAt: null }
      return ((await ask('POST', '/api/articles', { data })) as { data: { id: number } }).data.id
    },
    async change(id, data) {
      await ask('PUT', `/api/articles/${id}`, { data })
    },
    async previewAddress(id) {
      const answer = await askWith(address, owner)('GET', `/admin/api/content/${ARTICLE}/${id}/preview-url`)
      return (answer as { data: { url: string } }).data.url
    },
    stop: () => stop(server),
  }
}

async function populus(...words: string[]): Promise<string> {
  const { code, out, error } = await runPopulus(...words)
  expect([code, error], words.join(' ')).toEqual([0, expect.anything()])
  return out
}

/** What docs/guides/sites.md says; and on a busy machine, images wait for their turn. */
function changeConfig(folder: string, site: string): void {
  const file = join(folder, 'populus.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  const admin = { preview: { [ARTICLE]: `${site}/preview?token={token}` } }
  writeFileSync(
    file,
    JSON.stringify({ ...config, admin, outgoing: { allow: ['loopback'] }, limits: { imageTimeout: 600_000 } }),
  )
}

async function signedIn(address: string, folder: string): Promise<string> {
  const words = ['admins', 'create', '--email', OWNER.email, '--password', '-', '--folder', folder]
  expect((await feedPopulus(`${OWNER.password}\n`, ...words)).code).toBe(0)
  const answer = await askWith(address)('POST', '/admin/api/login', OWNER)
  return (answer as { data: { token: string } }).data.token
}

function askWith(address: string, token?: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const isForm = body instanceof FormData
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    }
    const sent = isForm ? body : body && JSON.stringify(body)
    const answer = await fetch(address + path, { method, headers, ...(sent !== undefined && { body: sent }) })
    const text = await answer.text()
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true)
    return JSON.parse(text)
  }
}

async function pictureForm(): Promise<FormData> {
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'red.png')
  return form
}

async function stop(server: Running): Promise<void> {
  server.process.kill('SIGTERM')
  await server.finished
}
