/** Every command of docs/tutorial.md and of the Docker part of docs/guides/deployment.md, as far as no container is needed. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { addressOf, feedPopulus, type Running, startPopulus } from '../cli/run-populus.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'
import { blocksOf, commandsIn, PageShell } from './page-shell.ts'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
const tutorial = readFileSync(join(DOCS, 'tutorial.md'), 'utf8')
const deployment = readFileSync(join(DOCS, 'guides', 'deployment.md'), 'utf8')
const PAGE_ADDRESS = 'http://127.0.0.1:1337'
const SECRETS = ['JWT_SECRET', 'API_TOKEN_SALT', 'ADMIN_JWT_SECRET']
const HAS_TOOLS = ['curl', 'openssl'].every(tool => spawnSync(tool, ['--version']).error === undefined)
const QUERY = '/api/recipes?populate[cook][fields][0]=name&sort=title'

async function stop(server: Running): Promise<void> {
  server.process.kill('SIGTERM')
  await server.finished
}

/** `"cook": { … }` of the page, among the attributes of a schema file. */
function addAttribute(site: string, type: string, line: string): void {
  const file = join(site, `src/api/${type}/content-types/${type}/schema.json`)
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  Object.assign(schema.attributes, JSON.parse(`{${line}}`))
  writeFileSync(file, JSON.stringify(schema, null, 2))
}

test.runIf(HAS_TOOLS)('the tutorial, from an empty folder to the same answers elsewhere', async () => {
  const shell = new PageShell()
  const folder = temporaryFolder()
  const site = join(folder, 'kitchen')
  const [create, types, dev, content, grant, typings, docker, restore] = blocksOf(tutorial, 'sh').map(commandsIn)
  expect(create).toEqual(['npx populus init kitchen --from empty', 'cd kitchen', 'npm install'])
  await shell.run(create![0]!, folder)
  shell.install(site)
  for (const command of types!) await shell.run(command, site)
  const [recipe, cook] = blocksOf(tutorial, 'json')
  addAttribute(site, 'recipe', recipe!)
  addAttribute(site, 'cook', cook!)

  expect(dev).toEqual(['npx populus dev'])
  const server = startPopulus(['dev', site, '--port', '0'])
  let answer: unknown
  let token = ''
  try {
    const address = await addressOf(server)
    const here = (command: string) => command.replaceAll(PAGE_ADDRESS, address)
    const [makeToken, keepToken, ...posts] = content!
    token = (await shell.run(makeToken!, site)).trim()
    expect(keepToken).toBe('export TOKEN=...')
    const created = []
    for (const post of posts) created.push(JSON.parse(await shell.run(here(post), site, { TOKEN: token })).data)
    expect(created).toMatchObject([
      { id: 1, attributes: { name: 'Mara' } },
      { id: 1, attributes: { title: 'Bread' } },
    ])
    const [grantRecipe, grantCook, ask] = grant!
    await shell.run(grantRecipe!, site)
    await shell.run(grantCook!, site)
    answer = JSON.parse(await shell.run(here(ask!), site))
    const author = { data: { id: 1, attributes: { name: 'Mara' } } }
    expect(answer).toMatchObject({ data: [{ attributes: { title: 'Bread', minutes: 90, cook: author } }] })
    for (const command of typings!) await shell.run(command, site)
    expect(readFileSync(join(site, 'populus-types.d.ts'), 'utf8')).toContain('minutes')
  } finally {
    await stop(server)
  }

  const [copyFiles, copyIgnore, up] = docker!
  await shell.run(`${copyFiles}\n${copyIgnore}`, site)
  expect(up).toBe('docker compose up --build --detach')
  await shell.run(/`(npx populus backup [^`]+)`/.exec(tutorial)![1]!, site)
  // There: a clone of the repository, which has neither secrets nor data, on PostgreSQL.
  const there = join(folder, 'there')
  const left = ['.data', '.env', 'node_modules']
  cpSync(site, there, { recursive: true, filter: path => !left.some(name => path === join(site, name)) })
  const database = await freshDatabase('postgres')
  const secrets = parse(readFileSync(join(site, '.env')))
  const words = ['start', there, '--port', '0', '--database', database.url]
  const initial = startPopulus(words, secrets)
  const restoring = /`(npx populus restore [^`]+)`/.exec(tutorial)![1]!.replace('\n', ' ')
  const [stopServer, restoreInside = '', startServer] = restore!
  expect([stopServer, startServer]).toEqual(['docker compose stop populus', 'docker compose start populus'])
  expect(restoreInside).toContain(' restore /backup.tar.gz . --data-only --force')
  try {
    await addressOf(initial)
    const early = shell.run(restoring.replace('postgres://…', database.url), there)
    await expect(early).rejects.toThrow('A server is connected to the database')
  } finally {
    await stop(initial)
  }
  await shell.run(restoring.replace('postgres://…', database.url), there)
  const restored = startPopulus(words, secrets)
  try {
    const address = await addressOf(restored)
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(address + QUERY)).json()).toEqual(answer)
    expect(await (await fetch(address + QUERY, { headers })).json()).toMatchObject({ data: [{ id: 1 }] })
  } finally {
    await stop(restored)
  }
})

test.runIf(HAS_TOOLS)('the deployment guide: files and secrets for Docker, and the first administrator', async () => {
  const shell = new PageShell()
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  await shell.run('npx populus init site --from empty', folder)
  shell.install(site)
  const [docker = ''] = blocksOf(deployment, 'sh')
  const at = docker.indexOf('docker compose')
  const before = parse(readFileSync(join(site, '.env')))
  for (let turn = 0; turn < 2; turn += 1) await shell.run(docker.slice(0, at), site)
  const text = readFileSync(join(site, '.env'), 'utf8')
  const after = parse(text)
  // Another secret would make every token invalid.
  for (const name of SECRETS) if (before[name] !== undefined) expect(after[name]).toBe(before[name])
  for (const name of ['POSTGRES_PASSWORD', ...SECRETS]) {
    expect(after[name]!.length).toBeGreaterThanOrEqual(32)
    expect(text.match(new RegExp(`^${name}=`, 'gm'))).toHaveLength(1)
  }
  const [up, exec = ''] = commandsIn(docker.slice(at))
  expect(up).toBe('docker compose up --build --detach')
  const [, words = ''] =
    /^docker compose exec populus node node_modules\/populus\/dist\/cli\/main\.js (.*)$/.exec(exec) ?? []
  const server = startPopulus(['start', site, '--port', '0'])
  await addressOf(server)
  await stop(server)
  const { code, error } = await feedPopulus(
    'a long password 1\n',
    ...words.split(' '),
    '--password',
    '-',
    '--folder',
    site,
  )
  expect([code, error]).toEqual([0, expect.stringContaining('Changed the database')])
})
