/** Resumable uploads on two servers with one PostgreSQL: what one has begun, the other goes on with, whenever the first one is killed. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { query } from '../../content/write/write-app.ts'
import { copyOfMediaProject, filesIn, mediaDatabase } from '../../media/media-app.ts'
import { IN_STEP, mediaState, notesIn } from '../../media/upload/media-state.ts'
import { onServer, type PostgresConfig } from '../../support/databases.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }
/** Several parts of the database. */
const BYTES = randomBytes(1_500_000)
const LIMITS = { media: { resumable: { uploads: 4 } } }

interface Server {
  readonly folder: string
  running: Running
  address: string
}

let database: PostgresConfig
let one: Server
let two: Server

async function started(folder: string): Promise<Server> {
  const running = startPopulus(['start', folder, '--port', '0', '--database', database.url], { DATABASE_POOL_MAX: '4' })
  return { folder, running, address: await addressOf(running) }
}

/** As on two machines: each with its own temporary files; where files are stored in the end is shared. */
beforeEach(async () => {
  database = (await mediaDatabase('postgres')) as PostgresConfig
  const folders = [copyOfMediaProject(), copyOfMediaProject()] as const
  for (const folder of folders) writeFileSync(join(folder, 'populus.config.json'), JSON.stringify(LIMITS))
  mkdirSync(join(folders[0], 'public', 'uploads'), { recursive: true })
  mkdirSync(join(folders[1], 'public'))
  symlinkSync(join(folders[0], 'public', 'uploads'), join(folders[1], 'public', 'uploads'))
  one = await started(folders[0])
  two = await started(folders[1])
})

afterEach(() => Promise.all([one, two].map(kill)))

async function kill({ running }: Server): Promise<void> {
  running.process.kill('SIGKILL')
  await running.finished
}

async function restart(server: Server): Promise<void> {
  Object.assign(server, await started(server.folder))
}

interface Answer {
  readonly status: number
  readonly offset: number
  readonly body: string
  readonly location: string
}

const ask = async (server: Server, method: string, path: string, headers = {}, body?: Buffer): Promise<Answer> => {
  const answer = await fetch(server.address + path, { method, headers: { ...TUS, ...headers }, body: body ?? null })
  const offset = Number(answer.headers.get('upload-offset'))
  const location = answer.headers.get('location') ?? ''
  return { status: answer.status, offset, location, body: await answer.text() }
}
const begin = (server: Server, size = BYTES.length) => {
  const named = `filename ${Buffer.from('a.bin').toString('base64')}`
  return ask(server, 'POST', '/api/upload/tus', { 'upload-length': String(size), 'upload-metadata': named })
}
const add = (server: Server, path: string, offset: number, end = BYTES.length) =>
  ask(server, 'PATCH', path, { ...PART, 'upload-offset': String(offset) }, BYTES.subarray(offset, end))

/** A request that brings some of its bytes, and stays open. */
function openPart(server: Server, path: string, offset: number) {
  const length = String(BYTES.length - offset)
  const sent = request(server.address + path, {
    method: 'PATCH',
    headers: { ...PART, 'upload-offset': String(offset), 'content-length': length },
  })
  const status = new Promise<number>(resolve => {
    sent.once('response', answer => resolve(answer.resume().statusCode ?? 0))
    sent.once('error', () => resolve(0))
  })
  return { send: (start: number, end: number) => sent.write(BYTES.subarray(start, end)), status }
}

const arrived = async () => Number((await query(database, 'select max(arrived) from populus.resumable_uploads'))[0]![0])

/** Once somebody waits for the lock on a table. */
async function untilBlocked(table: string): Promise<void> {
  const waiting = `select count(*) from pg_locks where not granted and relation = '${table}'::regclass`
  await expect.poll(async () => Number((await query(database, waiting))[0]![0])).toBeGreaterThan(0)
}

/** Resolves once nobody else can write to the table. */
function lock(table: string): Promise<{ readonly release: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const held = onServer(database.url, sql =>
      sql.begin(async session => {
        await session.unsafe(`lock table ${table} in exclusive mode`)
        await new Promise<void>(end => {
          const release = () => {
            end()
            return held
          }
          resolve({ release })
        })
      }),
    )
    held.catch(reject)
  })
}

/** The file is there once, whole, and nothing else is. */
async function expectOneFile(): Promise<void> {
  const rows = await query(database, 'select hash, ext from files')
  expect(rows).toHaveLength(1)
  const answer = await fetch(`${two.address}/uploads/${rows[0]!.join('')}`)
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digest(BYTES))
  expect(await query(database, 'select id from populus.resumable_uploads where result is null')).toEqual([])
  expect(await query(database, 'select upload_id from populus.resumable_parts')).toEqual([])
  expect(await query(database, "select lease from populus.leases where lease like 'resumable%'")).toEqual([])
  expect(await notesIn(database)).toEqual([])
  for (const { folder } of [one, two])
    expect(filesIn(join(folder, '.tmp')).filter(path => !path.startsWith('servers/'))).toEqual([])
  expect(await mediaState(one.folder, database)).toEqual(IN_STEP)
}

test('killed while a part arrives: what is committed counts, and the other server goes on', async () => {
  const { location } = await begin(one)
  const half = await add(one, location, 0, 500_000)
  expect([half.status, half.offset]).toEqual([204, 500_000])
  const open = openPart(one, location, 500_000)
  open.send(500_000, 1_300_000)
  await expect.poll(arrived).toBeGreaterThan(700_000)
  await kill(one)
  expect(await open.status).toBe(0)
  const told = await ask(two, 'HEAD', location)
  expect([told.status, told.offset]).toEqual([200, await arrived()])
  const last = await add(two, location, told.offset)
  expect([last.status, JSON.parse(last.body)[0].name]).toEqual([200, 'a.bin'])
  await restart(one)
  const again = await add(one, location, BYTES.length)
  expect([again.status, again.body]).toEqual([200, last.body])
  await expectOneFile()
})

test('a request that is still open on one server is over once the other one is asked', async () => {
  const { location } = await begin(one)
  const open = openPart(one, location, 0)
  open.send(0, 400_000)
  await expect.poll(arrived).toBeGreaterThan(200_000)
  const { offset } = await ask(two, 'HEAD', location)
  open.send(400_000, 1_000_000)
  expect([409, 0]).toContain(await open.status)
  expect(await arrived()).toBe(offset)
  expect((await add(two, location, offset)).status).toBe(200)
  await expectOneFile()
})

test('two requests with the same part: the file is stored once, and who loses goes on where the other one was', async () => {
  const { location } = await begin(one)
  const answers = await Promise.all([add(one, location, 0), add(two, location, 0)])
  const lost = answers.filter(({ status }) => status === 409)
  expect(answers.filter(({ status }) => status === 200).length + lost.length).toBe(2)
  expect(lost.length).toBeGreaterThan(0)
  // The later one ends the earlier one, which may have brought some of the bytes by then.
  if (lost.length === 2) {
    const { offset } = await ask(one, 'HEAD', location)
    expect((await add(two, location, offset)).status).toBe(200)
  }
  await expectOneFile()
})

test('killed while the file is stored: the other server takes over, and stores it once', async () => {
  const { location } = await begin(one)
  const files = await lock('files')
  const last = add(one, location, 0).catch(() => undefined)
  await untilBlocked('files')
  expect((await ask(two, 'HEAD', location)).status).toBe(409)
  expect((await ask(two, 'DELETE', location)).status).toBe(409)
  await kill(one)
  await last
  await files.release()
  const { status, offset } = await ask(two, 'HEAD', location)
  expect([status, offset]).toEqual([200, BYTES.length - 1])
  expect((await add(two, location, offset)).status).toBe(200)
  await restart(one)
  await expectOneFile()
})

test('killed after the file is stored, before anybody heard of it: the other server tells the answer', async () => {
  const { location } = await begin(one)
  const files = await lock('files')
  const first = add(one, location, 0).catch(() => undefined)
  await untilBlocked('files')
  const parts = await lock('populus.resumable_parts')
  await files.release()
  await untilBlocked('populus.resumable_parts')
  await kill(one)
  await first
  await parts.release()
  const { status, offset } = await ask(two, 'HEAD', location)
  expect([status, offset]).toEqual([200, BYTES.length])
  const told = await add(two, location, offset)
  expect([told.status, JSON.parse(told.body)[0].name]).toEqual([200, 'a.bin'])
  await restart(one)
  await expectOneFile()
})

test('the limits are those of all servers together', async () => {
  const statuses: number[] = []
  for (const server of [one, two, one, two]) statuses.push((await begin(server, 10)).status)
  expect(statuses).toEqual([201, 201, 429, 429])
})
