/**
 * The published package, packed and installed into an empty folder. The first hour with it alone: the lines of the README, then a
 * changed schema, rights, types, a program.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { populusCommand } from '../../src/util/populus-command.ts'
import { addressOf, startBinary } from '../cli/run-populus.ts'
import { installPackage } from './install-package.ts'

const run = promisify(execFile)
const README = fileURLToPath(new URL('../../README.md', import.meta.url))
const PATIENCE = { interval: 50 }

/** The commands after "in ten lines", and the answer that they end with. */
async function tenLines(): Promise<{ readonly lines: readonly string[]; readonly answer: unknown }> {
  const [, commands = '', answer = ''] =
    /in ten lines:\n\n```sh\n(.*?)```\n\n```json\n(.*?)```/s.exec(await readFile(README, 'utf8')) ?? []
  return { lines: commands.trimEnd().split('\n'), answer: JSON.parse(answer) }
}

const PROGRAM = `import { createClient } from 'populus/client'
import type { Content } from './populus-types.js'

const client = createClient<Content>({ url: process.argv[2] ?? '' })
const { data } = await client.find('articles', { fields: ['title', 'subtitle'], populate: { author: { fields: ['name'] } } })
for (const { attributes } of data) console.log(attributes.title, attributes.subtitle, attributes.author.data?.attributes.name)
`

async function answerOf(binary: string, site: string, query: string): Promise<string> {
  const server = startBinary(binary, ['start', site, '--port', '0'])
  try {
    return await (await fetch((await addressOf(server)) + query)).text()
  } finally {
    server.process.kill('SIGTERM')
    await server.finished
  }
}

let folder: string
beforeAll(async () => {
  folder = await installPackage()
}, 600_000)

test('from an empty folder to a program that prints content', async () => {
  const binary = join(folder, 'node_modules/populus/dist/cli/main.js')
  const site = join(folder, 'my-site')
  const { lines, answer } = await tenLines()
  expect(lines).toHaveLength(10)
  const serve = lines.indexOf('npm run dev &')
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'error' }
  // Nothing is downloaded here: npx is the installed package, and what npm install would fetch is there already.
  const shell = (text: string, cwd: string) =>
    run('bash', ['-euc', `npx() { shift; '${process.execPath}' '${binary}' "$@"; }\n${text}`], { cwd, env })
  const populus = (...words: string[]) => run(process.execPath, [binary, ...words], { cwd: site, env })
  await shell(lines.slice(0, serve).join('\n').replace(' && npm install', ''), folder)
  const manifest = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as { scripts: { dev: string } }
  expect(manifest.scripts.dev).toBe('populus dev')
  const server = startBinary(binary, ['dev', site, '--port', '0'])
  try {
    const address = await addressOf(server)
    const rest = lines.slice(serve + 1).join('\n')
    const { stdout } = await shell(rest.replaceAll('http://127.0.0.1:1337', address), site)
    expect(stdout.endsWith(JSON.stringify(answer))).toBe(true)

    const file = join(site, 'src/api/article/content-types/article/schema.json')
    const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: Record<string, object> }
    schema.attributes.subtitle = { type: 'string', default: 'none' }
    await writeFile(file, JSON.stringify(schema))
    const refused = await fetch(`${address}/api/articles`)
    expect([refused.status, refused.headers.get('x-populus-hint')]).toEqual([
      403,
      `not public; to grant it: ${populusCommand('grant public article', site)}`,
    ])
    expect((await populus('grant', 'public', '--all')).stderr).toBe(`Changed the database ${site}/.data/content.db\n`)
    const asked = () => fetch(`${address}/api/articles?fields[0]=subtitle`).then(({ status }) => status)
    await expect.poll(asked, PATIENCE).toBe(200)

    await populus('types')
    await writeFile(join(site, 'program.mts'), PROGRAM)
    const compiler = join(folder, 'node_modules/typescript/bin/tsc')
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node']
    const checked = run(process.execPath, [compiler, ...options, 'program.mts'], { cwd: site })
    await checked.catch((error: { stdout: string }) => expect(error.stdout).toBe(''))
    const { stdout: printed } = await run(process.execPath, ['program.mjs', address], { cwd: site })
    expect(printed).toBe('Hello null Mara\n')

    const query = '/api/articles?populate=author'
    const before = await (await fetch(address + query)).text()
    await populus('backup', join(folder, 'site.tar.gz'))
    const elsewhere = join(folder, 'elsewhere')
    await populus('restore', join(folder, 'site.tar.gz'), elsewhere)
    expect(await answerOf(binary, elsewhere, query)).toBe(before)
  } finally {
    server.process.kill('SIGTERM')
    await server.finished
  }
}, 240_000)

test('the package serves its example and the panel from an empty folder', async () => {
  const place = join(folder, 'node_modules', 'populus')
  const running = startBinary(join(place, 'dist/cli/main.js'), [
    'start',
    join(place, 'examples/blog'),
    '--port',
    '0',
    '--database',
    `sqlite:${join(folder, 'content.db')}`,
  ])
  try {
    const answer = await fetch(`${await addressOf(running)}/api/articles?fields[0]=title&filters[slug]=first-sourdough`)
    expect(answer.status).toBe(200)
    const panel = await (await fetch(`${await addressOf(running)}/admin`)).text()
    const [, script] = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(panel)!
    expect((await fetch(`${await addressOf(running)}${script}`)).status).toBe(200)
    expect(await answer.json()).toEqual({
      data: [{ id: 1, attributes: { title: 'Your first sourdough, without the mythology' } }],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    })
  } finally {
    running.process.kill('SIGTERM')
    await running.finished
  }
})
