/**
 * Passwords take long to hash and to compare: neither files nor reads nor other writers wait for that. A few of them here,
 * more by `npm run test:long`.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/bcrypt'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_COST } from '../../../src/identity/sign-in/password-hash.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS, temporaryFolder } from '../../support/databases.ts'
import { CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'
import { callers, FULL, failure, openUsers, PASSWORD, type Users } from './open-users.ts'

/** How many passwords one test hands in at once. */
const CROWD = Number(process.env.PASSWORD_CROWD ?? 12)
const LOGIN = 'POST /api/auth/local'
const BUSY = failure(
  429,
  'RateLimitError',
  'Too many passwords are being checked at the moment, please try again later',
)

/** The recorded project with an uploaded file. */
async function projectWithFile(): Promise<string> {
  const folder = join(temporaryFolder(), 'project')
  await cp(CONFORMANCE_PROJECT, folder, { recursive: true })
  await mkdir(join(folder, 'public/uploads'), { recursive: true })
  await writeFile(join(folder, 'public/uploads/note.txt'), 'x'.repeat(200_000))
  return folder
}

const withPins = (count: number) => ({
  title: 'Pins',
  blocks: Array.from({ length: count }, (_, index) => ({ __component: 'blocks.secret-ref', pin: `pin ${index}` })),
})

describe.each(CLIENTS)('passwords on %s', client => {
  let users: Users
  beforeAll(async () => {
    // The machine that runs the tests may be busy.
    users = await openUsers(client, {
      passwordCost: PASSWORD_COST,
      folder: await projectWithFile(),
      limits: { passwordWait: 120_000 },
    })
  })

  test('many people who sign in at once keep neither a file nor a read waiting', async () => {
    const { ask, send } = users
    let answered = 0
    const login = async () => {
      const { status } = await ask(LOGIN, { body: { identifier: 'alice', password: PASSWORD } })
      answered += 1
      return status
    }
    const logins = Promise.all(Array.from({ length: CROWD }, login))
    const file = await send('GET /uploads/note.txt')
    const read = await ask('GET /api/articles?pagination[pageSize]=1', { token: FULL })
    // A request that waited behind them would be the last one.
    expect(answered).toBeLessThan(CROWD)
    expect([file.statusCode, read.status]).toEqual([200, 200])
    expect(file.payload).toHaveLength(200_000)
    expect(new Set(await logins)).toEqual(new Set([200]))
  })

  test('a body with many passwords does not hold other writers', async () => {
    const { ask } = callers(await users.open({ limits: { bodyPasswords: CROWD, passwordWait: 120_000 } }))
    let written = false
    const write = ask('POST /api/articles', { token: FULL, body: { data: withPins(CROWD) } }).finally(() => {
      written = true
    })
    expect((await ask('POST /api/tags', { token: FULL, body: { data: { name: 'meanwhile' } } })).status).toBe(200)
    expect(written).toBe(false)
    expect((await write).status).toBe(200)
    const stored = await users.change(
      sql`select pin from components_blocks_secret_refs where pin is not null order by id`,
    )
    const pins = stored.slice(-CROWD).map(([pin]) => String(pin))
    expect(new Set(pins).size).toBe(CROWD)
    expect(await verify(`pin ${CROWD - 1}`, pins[CROWD - 1]!)).toBe(true)
  })

  test('more passwords in a body than limits.bodyPasswords are refused', async () => {
    const message = 'The body has more than 10 passwords (setting limits.bodyPasswords)'
    const post = (count: number) => users.ask('POST /api/articles', { token: FULL, body: { data: withPins(count) } })
    expect(await post(11)).toEqual(failure(400, 'ValidationError', message))
    expect((await post(10)).status).toBe(200)
  })

  test('equal passwords of a body are hashed apart, and a single type and a translation have theirs', async () => {
    const { ask } = users
    const blocks = [1, 2].map(() => ({ __component: 'blocks.secret-ref', pin: 'same' }))
    const home = await ask('PUT /api/homepage', { token: FULL, body: { data: { blocks } } })
    const article = await ask('POST /api/articles', {
      token: FULL,
      body: { data: { title: 'One', accessCode: 'first' } },
    })
    const { id } = (article.body as { data: { id: number } }).data
    const body = { locale: 'fr', title: 'Un', accessCode: 'second' }
    const translation = await ask(`POST /api/articles/${id}/localizations`, { token: FULL, body })
    expect([home.status, article.status, translation.status]).toEqual([200, 200, 200])
    const stored = await users.change(sql`select pin from components_blocks_secret_refs order by id desc limit 2`)
    const [one, other] = stored.map(([pin]) => String(pin))
    expect(one).not.toBe(other)
    expect(await Promise.all([verify('same', one!), verify('same', other!)])).toEqual([true, true])
    const codes = await users.change(sql`select access_code from articles order by id desc limit 2`)
    expect(await verify('second', String(codes[0]?.[0]))).toBe(true)
    expect(await verify('first', String(codes[1]?.[0]))).toBe(true)
  })

  test('beyond the queue the answer is 429 with the time to wait, for signing in and for writing', async () => {
    const { ask, send } = callers(await users.open({ limits: { passwordQueue: 3 } }))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(LOGIN, { body: { identifier: 'alice', password: 'wrong' } })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(14)
    expect(refused[0]).toEqual(BUSY)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]))
    // More writes than the queue takes: they look nobody up, and may reach it before those who sign in.
    const [writes] = await Promise.all([
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          send('POST /api/articles', { token: FULL, body: { data: { title: `Late ${index}`, accessCode: 'x' } } }),
        ),
      ),
      Promise.all(Array.from({ length: 12 }, () => send(LOGIN, { body: { identifier: 'alice', password: 'wrong' } }))),
    ])
    const late = writes.filter(({ statusCode }) => statusCode !== 200)
    expect(late.length).toBeGreaterThan(0)
    for (const { statusCode, headers } of late) {
      expect([statusCode, headers['x-populus-error']]).toEqual([429, 'A355'])
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    expect((await ask(LOGIN, { body: { identifier: 'alice', password: PASSWORD } })).status).toBe(200)
  })

  test('who has waited longer than limits.passwordWait is refused', async () => {
    const { ask } = callers(await users.open({ limits: { passwordWait: 100 } }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask(LOGIN, { body: { identifier: 'alice', password: 'wrong' } })),
    )
    expect(answers.filter(({ status }) => status === 429).at(-1)).toEqual(BUSY)
    expect(answers.map(({ status }) => status)).toContain(400)
  })
})
