/**
 * Records a database that a real Strapi 4.26.2 makes and fills on MariaDB, and its answers there:
 * `node scripts/strapi-peer/mysql/record.mjs` writes test/fixtures/mysql. Needs a MariaDB server and the installed Strapi.
 */
import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runMariadb } from '../../mariadb.mjs'
import { startStrapi } from '../start.mjs'
import { dumpOf } from './dump.mjs'
import { requestsIn } from './requests.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const CASES = join(here, '../../../test/conformance/data')
const TARGET = join(here, '../../../test/fixtures/mysql')

/** Strapi stores date-times by the clock of its own process. */
const ZONE = 'America/New_York'
const SECRET = 'oracle-jwt-secret'

const CREDENTIALS = {
  read: 'oracle-token-read-only',
  full: 'oracle-token-full-access',
  custom: 'oracle-token-custom',
  expired: 'oracle-token-expired',
  bad: 'not-a-token',
  jwt: jwtFor(1, SECRET),
  jwtbad: jwtFor(1, 'another-secret'),
  editor: jwtFor(3, SECRET),
}

const mariadb = await runMariadb()
try {
  const admin = await mariadb.connect()
  await admin.query('create database strapi character set utf8mb4; use strapi')
  const strapi = await startStrapi({
    database: { client: 'mysql', socketPath: mariadb.socketPath, name: 'strapi' },
    timezone: ZONE,
    code: join(here, 'content'),
  })
  const answers = []
  try {
    for (const request of requestsIn(CASES)) answers.push(JSON.stringify(await answerOf(strapi.url, request)))
  } finally {
    await strapi.stop()
  }
  mkdirSync(TARGET, { recursive: true })
  write('strapi.sql.gz', await dumpOf(admin))
  write('answers.jsonl.gz', `${answers.join('\n')}\n`)
  await admin.end()
  console.log(`${answers.length} answers`)
} finally {
  await mariadb.stop()
}

async function answerOf(url, request) {
  const { id, path, auth } = request
  const headers = auth === undefined ? {} : { authorization: `Bearer ${CREDENTIALS[auth]}` }
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(text) : { __text: text }
  return { id, path, ...(auth === undefined ? {} : { auth }), status: response.status, body }
}

function jwtFor(id, secret) {
  const part = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const payload = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id, iat: now, exp: now + 3600 })}`
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}

function write(name, text) {
  writeFileSync(join(TARGET, name), gzipSync(text, { level: 9 }))
}
