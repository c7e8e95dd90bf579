/**
 * A real Strapi 4.26.2 on the recorded project of `test/conformance/data`: the peer of the differential test and of the
 * benchmark. By hand, on a fresh copy of the recorded SQLite content: `node scripts/strapi-peer/start.mjs --port 1337`.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { argv, env, execPath } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../free-port.mjs'
import { installStrapi } from './install.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const RECORDED = join(here, '../../test/conformance/data')

/** Time for Strapi to come up and to go down, in milliseconds. */
const TO_START = 180_000
const TO_STOP = 10_000

/**
 * Starts Strapi on a database that it may change (it brings the tables in line with the schema). The process ends with
 * the one that started it. `stop` ends it and removes the files of the project. `code` is a folder whose `index.cjs` is
 * the project's own code.
 */
export async function startStrapi({ database, port, project = join(RECORDED, 'project'), timezone, code }) {
  const folder = makeProject(installStrapi(), project)
  if (code !== undefined) addCode(folder, code)
  const taken = port ?? (await freePort())
  const url = `http://127.0.0.1:${taken}`
  const log = []
  const child = spawn(execPath, ['--max-http-header-size=65536', join(here, 'serve.cjs')], {
    cwd: folder,
    env: {
      ...env,
      ...databaseEnvironment(database, folder),
      ...(timezone === undefined ? {} : { TZ: timezone }),
      NODE_ENV: 'production',
      PORT: String(taken),
      ...QUIET,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const remember = text => {
    log.push(String(text))
    if (log.length > 100) log.shift()
  }
  child.stdout.on('data', remember)
  child.stderr.on('data', remember)
  let running = true
  const ended = new Promise(resolve => {
    child.once('exit', () => {
      running = false
      resolve()
    })
  })
  const stop = async () => {
    if (running) child.kill('SIGTERM')
    const late = setTimeout(() => running && child.kill('SIGKILL'), TO_STOP)
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
  const until = Date.now() + TO_START
  while (!(await isReady(url))) {
    if (running && Date.now() < until) await sleep(250)
    else {
      await stop()
      throw new Error(`Strapi did not start:\n${log.join('')}`)
    }
  }
  return { url, pid: child.pid, stop }
}

const QUIET = { STRAPI_TELEMETRY_DISABLED: 'true', STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true', BROWSER: 'none' }

const NO_DATABASE = { SQLITE_FILE: '', POSTGRES_URL: '', MYSQL_SOCKET: '' }

function databaseEnvironment(database, folder) {
  if (database.client === 'mysql') {
    // Strapi is installed without the driver; ours is where Node looks last.
    const drivers = join(folder, 'drivers')
    mkdirSync(drivers)
    symlinkSync(dirname(fileURLToPath(import.meta.resolve('mysql2/package.json'))), join(drivers, 'mysql2'), 'junction')
    return { ...NO_DATABASE, MYSQL_SOCKET: database.socketPath, MYSQL_DATABASE: database.name, NODE_PATH: drivers }
  }
  return database.client === 'postgres'
    ? { ...NO_DATABASE, POSTGRES_URL: database.url }
    : { ...NO_DATABASE, SQLITE_FILE: database.filename }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/_health`)).status === 204
  } catch {
    return false
  }
}

/** The schema files and secrets of a project, with the configuration and the one-line files that Strapi expects. */
function makeProject(installed, project) {
  const folder = mkdtempSync(join(tmpdir(), 'populus-strapi-'))
  cpSync(project, folder, { recursive: true })
  cpSync(join(here, 'config'), join(folder, 'config'), { recursive: true })
  cpSync(join(here, 'package-template.json'), join(folder, 'package.json'))
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction')
  mkdirSync(join(folder, 'public/uploads'), { recursive: true })
  for (const api of readdirSync(join(folder, 'src/api'))) {
    for (const type of readdirSync(join(folder, 'src/api', api, 'content-types'))) {
      writeFactory(folder, { api, type, kind: 'controllers', factory: 'createCoreController' })
      writeFactory(folder, { api, type, kind: 'services', factory: 'createCoreService' })
      writeFactory(folder, { api, type, kind: 'routes', factory: 'createCoreRouter' })
    }
  }
  return folder
}

function addCode(folder, code) {
  cpSync(code, join(folder, 'code'), { recursive: true })
  writeFileSync(join(folder, 'src/index.js'), "module.exports = require('../code/index.cjs')\n")
}

function writeFactory(folder, { api, type, kind, factory }) {
  mkdirSync(join(folder, 'src/api', api, kind), { recursive: true })
  const text = `module.exports = require('@strapi/strapi').factories.${factory}('api::${api}.${type}')\n`
  writeFileSync(join(folder, 'src/api', api, kind, `${type}.js`), text)
}

/** A copy of the recorded SQLite content. */
export function recordedSqlite(filename) {
  writeFileSync(filename, gunzipSync(readFileSync(join(RECORDED, 'content.sqlite.gz'))))
  return { client: 'sqlite', filename }
}

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string' }, postgres: { type: 'string' } } })
  const content = mkdtempSync(join(tmpdir(), 'populus-strapi-content-'))
  const database = values.postgres
    ? { client: 'postgres', url: values.postgres }
    : recordedSqlite(join(content, 'data.db'))
  const peer = await startStrapi({ database, ...(values.port && { port: Number(values.port) }) })
  console.log(`Strapi 4.26.2 on ${peer.url}, process ${peer.pid}. Ctrl+C stops it.`)
  const stop = async () => {
    await peer.stop()
    rmSync(content, { recursive: true, force: true })
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

if (argv[1] === fileURLToPath(import.meta.url)) await main()
