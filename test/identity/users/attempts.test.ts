/** Guessing: how often it may be tried, and what can be learned from the time that an answer takes. */
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_COST } from '../../../src/identity/sign-in/password-hash.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startMailServer } from './mail-server.ts'
import {
  type Answer,
  type Call,
  callers,
  FULL,
  failure,
  openUsers,
  PASSWORD,
  type Setting,
  type Users,
} from './open-users.ts'

const LOGIN = 'POST /api/auth/local'
const TOO_MANY = failure(429, 'RateLimitError', 'Too many requests, please try again later.')
const TEN = { rateLimit: { enabled: true } }
const FEW = { rateLimit: { perAddress: 5, perIdentifier: 8, interval: 60_000, enabled: true } }

describe.each(CLIENTS)('attempts on %s', client => {
  let users: Users
  let shared: ReturnType<typeof callers> | undefined
  beforeAll(async () => {
    users = await openUsers(client)
  })
  /** A server that has counted nothing yet: on SQLite, where each counts for itself, a new one. */
  const fresh = async (more?: Setting) => {
    await forget()
    if (client === 'sqlite' || more !== undefined) return callers(await users.open({ ...FEW, ...more }))
    shared ??= callers(await users.open(FEW))
    return shared
  }
  /** On PostgreSQL, attempts are counted in the database. */
  const forget = () => users.change(sql`delete from ${users.own('attempts')}`)
  /** The answers to a number of attempts, one after the other. */
  const attempts = async (count: number, attempt: (index: number) => Promise<Answer>): Promise<readonly Answer[]> => {
    const answers: Answer[] = []
    for (let index = 0; index < count; index++) answers.push(await attempt(index))
    return answers
  }
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
  const guess = (more: object = {}): Call => ({ body: { identifier: 'alice', password: 'x', ...more } })
  const FIVE = [400, 400, 400, 400, 400]

  test('the sixth attempt within a minute is refused, even with the right password', async () => {
    const { ask, send } = await fresh()
    expect(statuses(await attempts(5, () => ask(LOGIN, guess())))).toEqual(FIVE)
    expect(await ask(LOGIN, guess({ password: PASSWORD }))).toEqual(TOO_MANY)
    const { headers } = await send(LOGIN, guess())
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('the default is ten in a minute, as in Strapi', async () => {
    await forget()
    const { ask } = callers(await users.open({ rateLimit: { enabled: true } }))
    const answers = statuses(await attempts(11, () => ask(LOGIN, { body: {} })))
    expect(answers).toEqual([...new Array(10).fill(400), 429])
  })

  test('CVE-2025-64526: a rotating email, or any other field, does not start a new count', async () => {
    const { ask } = await fresh()
    const rotating = (index: number) =>
      guess({ email: `r${index}@x.io`, code: String(index), [`field${index}`]: index })
    expect(statuses(await attempts(7, index => ask(LOGIN, rotating(index))))).toEqual([...FIVE, 429, 429])
  })

  test('CVE-2025-64526: a rotating identifier does not start a new count', async () => {
    const { ask } = await fresh()
    expect(statuses(await attempts(6, index => ask(LOGIN, guess({ identifier: `user${index}` }))))).toEqual([
      ...FIVE,
      429,
    ])
  })

  test.each([
    [
      'reset-password',
      (index: number) => ({ code: `c${index}`, password: 'Password2', passwordConfirmation: 'Password2' }),
    ],
    ['forgot-password', (index: number) => ({ email: `r${index}@x.io` })],
    ['local/register', (index: number) => ({ email: `r${index}`, username: `r${index}` })],
    ['send-email-confirmation', (index: number) => ({ email: `r${index}@x.io` })],
  ])('CVE-2025-64526: %s has a count of its own, whatever the body', async (path, body) => {
    const { ask } = await fresh()
    await attempts(6, () => ask(LOGIN, guess()))
    const answers = await attempts(6, index => ask(`POST /api/auth/${path}`, { body: body(index) }))
    expect(statuses(answers).map(status => status === 429)).toEqual([false, false, false, false, false, true])
  })

  test('CVE-2025-64526: change-password too, for each user from wherever they come', async () => {
    const { ask, signIn } = await fresh()
    const token = await signIn('alice')
    const body = { currentPassword: 'x', password: 'Password2', passwordConfirmation: 'Password2' }
    const from = (index: number) => ({ token, body, address: `203.0.113.${index}` })
    expect(statuses(await attempts(9, index => ask('POST /api/auth/change-password', from(index))))).toEqual([
      ...new Array(8).fill(400),
      429,
    ])
  })

  test('CVE-2023-38507: other spellings of the path do not start a new count', async () => {
    const { ask } = await fresh()
    const paths = ['/api/auth/local', '/API/auth/LOCAL', '/api/auth/local/', '/api/auth/local?x=1', '/api/auth/loca%6c']
    expect(statuses(await attempts(5, index => ask(`POST ${paths[index]}`, guess())))).toEqual(FIVE)
    for (const path of paths) expect(await ask(`POST ${path}`, guess())).toEqual(TOO_MANY)
    for (const path of ['/api//auth/local', '/api/auth/./local', '/api/auth//local'])
      expect([404, 405, 429]).toContain((await ask(`POST ${path}`, guess({ password: PASSWORD }))).status)
  })

  test('CVE-2023-38507: other spellings of an account, from many addresses, are one account', async () => {
    const { ask } = await fresh()
    const names = ['alice@example.test', 'ALICE@example.test', ' alice@example.test', 'Alice@Example.Test']
    const answers = await attempts(9, index =>
      ask(LOGIN, { ...guess({ identifier: names[index % names.length] }), address: `198.51.100.${index}` }),
    )
    expect(statuses(answers)).toEqual([...new Array(8).fill(400), 429])
  })

  test('CVE-2023-38507: X-Forwarded-For and its relatives are not believed', async () => {
    const { ask } = await fresh()
    const headers = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'x-client-ip': `203.0.113.${index}`,
    })
    expect(statuses(await attempts(6, index => ask(LOGIN, { ...guess(), headers: headers(index) })))).toEqual([
      ...FIVE,
      429,
    ])
  })

  test('server.trustProxy: the header of a proxy in the list is believed, as far as the proxy itself wrote it', async () => {
    const { ask } = await fresh({ server: { trustProxy: ['127.0.0.1'] } })
    const through = (forwarded: string, address = '127.0.0.1') =>
      ask(LOGIN, { ...guess({ identifier: forwarded }), address, headers: { 'x-forwarded-for': forwarded } })
    expect(statuses(await attempts(6, index => through(`10.9.9.${index}, 203.0.113.7`)))).toEqual([...FIVE, 429])
    expect((await through('203.0.113.8')).status).toBe(400)
    expect(statuses(await attempts(6, index => through(`203.0.113.${index}`, '192.0.2.1')))).toEqual([...FIVE, 429])
  })

  test('three servers on one PostgreSQL count together; on SQLite, which belongs to one machine, each for itself', async () => {
    await forget()
    const servers = [await users.open(TEN), await users.open(TEN), await users.open(TEN)].map(callers)
    const answers = await attempts(30, index => servers[index % 3]!.ask(LOGIN, guess()))
    expect(statuses(answers).filter(status => status === 400)).toHaveLength(client === 'postgres' ? 10 : 30)
    expect(answers.at(-1)).toEqual(client === 'postgres' ? TOO_MANY : expect.objectContaining({ status: 400 }))
  })

  test('30 attempts at the same moment on three servers are counted one by one', async () => {
    if (client !== 'postgres') return
    await forget()
    const servers = [await users.open(TEN), await users.open(TEN), await users.open(TEN)].map(callers)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => servers[index % 3]!.ask(LOGIN, guess())))
    expect(statuses(answers).filter(status => status === 400)).toHaveLength(10)
  })

  test('counts that have ended are removed', async () => {
    if (client !== 'postgres') return
    await forget()
    const { ask } = callers(await users.open({ rateLimit: { ...FEW.rateLimit, interval: 1000 } }))
    await attempts(3, index => ask(LOGIN, { ...guess(), address: `198.51.100.${index}` }))
    await new Promise(resolve => setTimeout(resolve, 1100))
    await ask(LOGIN, guess())
    const [row] = await users.change(sql`select count(*) from ${users.own('attempts')}`)
    expect(Number(row?.[0])).toBe(2)
  })

  test('a period that ends too late, because the clock of the database was set back, has ended', async () => {
    if (client !== 'postgres') return
    const { ask } = await fresh()
    await attempts(6, () => ask(LOGIN, guess()))
    const move = (by: number) =>
      users.change(sql`update ${users.own('attempts')} set reset_at = reset_at + ${users.int(by)}`)
    expect((await ask(LOGIN, guess())).status).toBe(429)
    await move(3_600_000)
    expect(statuses(await attempts(6, () => ask(LOGIN, guess())))).toEqual([...FIVE, 429])
    await move(-3_600_000)
    expect((await ask(LOGIN, guess())).status).toBe(400)
  })

  test('who may not sign in at all uses nothing up', async () => {
    const { ask, signIn } = await fresh()
    const token = await signIn('alice')
    expect(statuses(await attempts(6, () => ask(LOGIN, { ...guess(), token })))).toEqual(new Array(6).fill(403))
    expect((await ask(LOGIN, guess())).status).toBe(400)
    expect((await ask(LOGIN, { ...guess(), token: FULL })).status).toBe(400)
  })

  test('unknown accounts take as long as known ones to be refused', async () => {
    const { ask } = await openUsers(client, { passwordCost: PASSWORD_COST })
    const time = (identifier: string) => cpuTime(() => ask(LOGIN, { body: { identifier, password: 'wrong' } }))
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await time('alice'))
      unknown.push(await time(`nobody${round}`))
    }
    // Comparing a hash takes tens of milliseconds; without one the answer would come in one or two.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.6)
    expect(median(unknown)).toBeLessThan(median(known) * 1.6)
  })

  test('whether an account exists is looked up after the answer about a forgotten password', async () => {
    const post = await startMailServer()
    const statements: string[] = []
    const app = await users.open({
      email: { smtp: { url: `smtp://127.0.0.1:${post.port}` }, from: 'site@example.test' },
      onStatement: ({ text }) => statements.push(text),
    })
    const { ask } = callers(app)
    // Table sizes are counted in the background, whoever asks.
    const lookups = () => statements.filter(text => text.includes('up_users"') && !text.includes('count(')).length
    const mail = await post.next(async () => {
      await ask('POST /api/auth/forgot-password', { body: { email: 'alice@example.test' } })
      expect(lookups()).toBe(0)
    })
    expect(mail.to).toEqual(['alice@example.test'])
    expect(lookups()).toBeGreaterThan(0)
  })
})

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
