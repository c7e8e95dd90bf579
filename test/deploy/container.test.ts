/** The image of a project is built and run, with PostgreSQL, as the compose file says. Part of `npm run test:long`. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runPopulus } from '../cli/run-populus.ts'
import { form, paper } from '../media/media-app.ts'
import { installPackage } from '../package/install-package.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'
import { buildImage, Container, HAS_IMAGES, settingsOf } from './image.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENCE = { timeout: 120_000, interval: 100 }
const POPULUS = ['node', 'node_modules/populus/dist/cli/main.js']

function copyDeployFiles(site: string): void {
  for (const [from, to] of [
    ['Dockerfile', 'Dockerfile'],
    ['compose.yaml', 'compose.yaml'],
    ['Dockerfile.dockerignore', '.dockerignore'],
  ] as const)
    cpSync(join(ROOT, 'deploy', from), join(site, to))
}

/** What `npm install` would download, as it is after that: the packed package, and the packages that it needs. */
async function installedPackages(): Promise<string> {
  const place = join(temporaryFolder(), 'packages')
  const modules = join(place, 'app', 'node_modules')
  mkdirSync(modules, { recursive: true })
  const packed = await installPackage()
  cpSync(join(packed, 'node_modules', 'populus'), join(modules, 'populus'), { recursive: true })
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of listed.split('\n').slice(1)) {
    const name = relative(join(ROOT, 'node_modules'), path)
    if (path === '' || name.includes('node_modules')) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    cpSync(path, join(modules, name), { recursive: true })
  }
  return place
}

/** The variables that the compose file gives the server, with those of a `.env` file. */
function composeVariables(values: Readonly<Record<string, string>>): Record<string, string> {
  const text = readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8')
  const [, block = ''] = /populus:\n[\s\S]*?environment:\n((?: {6}.*\n)+)/.exec(text) ?? []
  const pairs = [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', given = '']) => {
    const [, variable] = /^\$\{(\w+):/.exec(given) ?? []
    return [name, variable === undefined ? given : (values[variable] ?? '')]
  })
  return Object.fromEntries(pairs)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

describe.runIf(HAS_IMAGES)('the image', () => {
  test('is built for a project that has no packages yet', async () => {
    const site = temporaryFolder()
    copyDeployFiles(site)
    writeFileSync(join(site, 'package.json'), '{"name":"site","private":true}')
    await buildImage('populus-test-empty', site)
    expect((await settingsOf('populus-test-empty')).User).toBe('1000:1000')
  }, 600_000)

  test('serves with PostgreSQL; a replaced container keeps tokens, content and uploads', async () => {
    const site = join(temporaryFolder(), 'site')
    expect((await runPopulus('init', site, '--from', 'blog')).code).toBe(0)
    copyDeployFiles(site)
    await buildImage('populus-test', site, await installedPackages())
    const { Cmd, Healthcheck } = await settingsOf('populus-test')

    const url = new URL((await freshDatabase('postgres')).url)
    const port = await freePort()
    const uploads = temporaryFolder()
    chmodSync(uploads, 0o777)
    const secret = (letter: string) => `${letter}-0123456789-abcdefghijklmnopqrstuvwxyz`
    const env = {
      ...composeVariables({
        POSTGRES_PASSWORD: decodeURIComponent(url.password),
        JWT_SECRET: secret('j'),
        API_TOKEN_SALT: secret('s'),
        ADMIN_JWT_SECRET: secret('a'),
      }),
      DATABASE_HOST: url.hostname,
      DATABASE_PORT: url.port,
      DATABASE_NAME: url.pathname.slice(1),
      DATABASE_USERNAME: decodeURIComponent(url.username),
      PORT: String(port),
    }
    const address = `http://127.0.0.1:${port}`
    const started = async () => {
      const container = await Container.from('populus-test', { env, volumes: { '/app/public/uploads': uploads } })
      container.start(Cmd)
      await expect
        .poll(
          () =>
            fetch(`${address}/_ready`).then(
              ({ ok }) => ok,
              () => false,
            ),
          PATIENCE,
        )
        .toBe(true)
      return container
    }
    const first = await started()
    const token = (await first.exec([...POPULUS, 'tokens', 'create', 'editor', '--type', 'full-access'])).trim()
    const headers = { authorization: `Bearer ${token}` }
    const body = form(paper('note.txt', 'files', 'kept'))
    const uploaded = await fetch(`${address}/api/upload`, { method: 'POST', headers, body })
    expect(uploaded.status).toBe(200)
    const [{ url: file }] = (await uploaded.json()) as [{ url: string }]
    const asked = async () => {
      const answer = await fetch(`${address}/api/articles?populate=author&sort=id`, { headers })
      return { status: answer.status, text: await answer.text(), file: await (await fetch(address + file)).text() }
    }
    const before = await asked()
    expect(before).toMatchObject({ status: 200, file: 'kept' })
    expect(JSON.parse(before.text).data.length).toBeGreaterThan(5)
    const [, ...health] = Healthcheck.Test
    await first.exec(health)
    expect(await first.remove()).toBe(0)
    expect(await fetch(`${address}/_ready`).catch(() => 'gone')).toBe('gone')

    const second = await started()
    expect(await asked()).toEqual(before)
    expect(await second.remove()).toBe(0)

    // As the tutorial restores a backup: to the database of a server that was stopped.
    const backup = join(temporaryFolder(), 'site.tar.gz')
    const saved = await runPopulus('backup', backup, '--folder', site, '--database', url.href)
    expect(saved.code, saved.error).toBe(0)
    chmodSync(backup, 0o644)
    const volumes = { '/app/public/uploads': uploads, '/backup.tar.gz': backup }
    const restoring = await Container.from('populus-test', { env, volumes })
    await restoring.exec([...POPULUS, 'restore', '/backup.tar.gz', '.', '--data-only', '--force'])
    const third = await started()
    expect((await asked()).text).toBe(before.text)
    expect(await third.remove()).toBe(0)
  }, 900_000)
})
