/** The request, the command and the table of docs/reference/explain.md. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../cli/run-populus.ts'
import { blocksOf, PageShell } from './page-shell.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/reference/explain.md', import.meta.url)), 'utf8')
const shell = new PageShell()
let folder: string
let server: Running
let address: string
let token: string

beforeAll(async () => {
  folder = await copyOfBlog()
  server = startPopulus(['start', folder, '--port', '0'])
  address = await addressOf(server)
  token = (await shell.run('populus tokens create all --type full-access', folder)).trim()
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.finished
})

test('the request has the keys that the page names; without a token it is an ordinary one', async () => {
  const [, url = ''] = /'http:\/\/127\.0\.0\.1:1337([^']+)'/.exec(blocksOf(page, 'sh')[0]!) ?? []
  const headers = { authorization: `Bearer ${token}` }
  const { data, meta } = (await (await fetch(address + url, { headers })).json()) as Record<'data' | 'meta', object>
  const rows = page.slice(page.indexOf('| key | meaning |')).split('\n').slice(2)
  const keys = rows.flatMap(row => [...(/^\|(.*?)\|/.exec(row)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key]) => key!))
  expect(Object.keys(data).sort()).toEqual(keys.sort())
  expect(meta).toEqual({})
  const plain = await (await fetch(address + url.replace(/&explain.*/, ''))).text()
  expect(data).toMatchObject({ status: 200, body: plain })
  expect(await (await fetch(address + url)).text()).toBe(plain)
})

test('the command prints what the page shows; … stands for anything', async () => {
  const [, shown = ''] = /^```\n(\$ populus explain.*?)^```$/ms.exec(page) ?? []
  const [command = '', ...lines] = shown.trimEnd().split('\n')
  const output = await shell.run(command.replace(/^\$ /, ''), folder)
  const escaped = lines.map(line => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'))
  const pattern = escaped.join('\n').replace(/^ {2}[\d\\.]+ ms/m, '  [\\d.]+ ms')
  expect(output.trimEnd()).toMatch(new RegExp(`^${pattern}$`))
})
