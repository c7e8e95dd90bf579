/** The examples of `docs/reference/users.md`, one after the other on the example blog. */
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { hashApiToken } from '../../../src/identity/access/api-tokens.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { sql, value } from '../../../src/sql/fragment.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { pageText, shortenLike } from '../../docs/documented-examples.ts'
import { BLOG } from '../../docs/run-examples.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { callers, SECRETS } from './open-users.ts'

const TOKEN = 'documented-token'

/** A request, and the status and body that the page shows for it. */
const EXAMPLE =
  /```http\n([A-Z]+ \/\S*)\n(?:Authorization: Bearer (<\w+>)\n)?(?:\n(\{[\s\S]*?))?```\n```(?:json\n|http\n(\d+).*\n\n)([\s\S]*?)```/g

const examples = [...pageText('users.md').matchAll(EXAMPLE)].map(([, request = '', as, body, status, answer = '']) => ({
  request,
  as,
  body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  answer: JSON.parse(answer) as unknown,
  status: status === undefined ? undefined : Number(status),
}))

test('every request of the page is one of the examples', () => {
  expect(examples.map(({ request }) => request)).toEqual(
    [...pageText('users.md').matchAll(/^```http\n([A-Z]+ .*)$/gm)].map(([, request]) => request),
  )
})

describe.each(CLIENTS)('users.md on %s', client => {
  let server: ReturnType<typeof callers>
  let jwt = ''
  beforeAll(async () => {
    const database = await freshDatabase(client)
    server = callers(await buildTestApp({ folder: BLOG, database, secrets: SECRETS, rateLimit: { enabled: false } }))
    const { schema } = await loadSchema(BLOG)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    const { dialect } = storage.database
    const hash = value(hashApiToken(TOKEN, SECRETS.apiTokenSalt))
    const insert = sql`insert into strapi_api_tokens (name, type, access_key) values ('full', 'full-access', ${hash})`
    await storage.database.write(transaction => transaction.run(dialect.bind(dialect.compile(insert))))
    await storage.database.close()
  })

  test.each(examples)('$request', async ({ request, as, body, answer: shown, status }) => {
    const token = as === undefined ? undefined : as === '<jwt>' ? jwt : TOKEN
    const answer = await server.send(request, { token, body })
    const actual = answer.json() as { jwt?: string }
    if (typeof actual === 'object' && actual.jwt !== undefined) jwt = actual.jwt
    expect(JSON.stringify(shortenLike(shown, actual), null, 2)).toBe(JSON.stringify(shown, null, 2))
    const error = (shown as { error?: { status: number } }).error
    expect(answer.statusCode).toBe(status ?? error?.status ?? 200)
  })
})
