/**
 * Records how a real Strapi 4.26.2 answers the requests of the projects in `projects/`:
 *
 *     STRAPI_MODULES=/path/to/node_modules node test/strapi/record.mjs [project ...]
 *
 * The modules are those of an installed Strapi project with `@strapi/strapi` 4.26.2, users-permissions and i18n.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'
import { answersOf } from './project-requests.mjs'

const projects = fileURLToPath(new URL('projects', import.meta.url))
const modules = process.env.STRAPI_MODULES
if (modules === undefined) throw new Error('STRAPI_MODULES names the node_modules of a Strapi 4.26.2 project')

const all = (await readdir(projects)).filter(name => name !== 'common')
for (const name of process.argv.length > 2 ? process.argv.slice(2) : all) await record(name)

async function record(name) {
  const folder = await mkdtemp(join(tmpdir(), 'strapi-record-'))
  try {
    await cp(join(projects, 'common'), folder, { recursive: true })
    await cp(join(projects, name), folder, { recursive: true, force: true })
    await symlink(modules, join(folder, 'node_modules'))
    const requests = JSON.parse(await readFile(join(projects, name, 'requests.json'), 'utf8'))
    const answers = await withStrapi(folder, base => answersOf(requests, request => ask(base, request)))
    await writeFile(join(projects, name, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`)
    console.log(`${name}: ${answers.length} answers`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withStrapi(folder, use) {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'development', STRAPI_TELEMETRY_DISABLED: 'true' }
  const child = spawn('node', ['node_modules/@strapi/strapi/bin/strapi.js', 'start'], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  try {
    await ready(`http://127.0.0.1:${port}/_health`, () => {
      if (child.exitCode !== null) throw new Error(output)
    })
    const result = await use(`http://127.0.0.1:${port}`)
    if (process.env.SHOW_LOG !== undefined) console.log(output)
    return result
  } finally {
    child.kill('SIGKILL')
  }
}

async function ready(url, check) {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    check()
    if (await fetch(url).catch(() => null)) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error('Strapi does not start')
}

async function ask(base, { method, url, headers, body }) {
  const answer = await fetch(`${base}${url}`, { method, headers, body, redirect: 'manual' })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}
