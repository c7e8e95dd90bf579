/** What a project's code asks is answered as by a real Strapi 4.26.2 (`record.mjs`). */
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { openStrapi } from './open-strapi.ts'

type Calls = readonly (readonly [string, (strapi: unknown) => unknown])[]
type Answers = Readonly<Record<string, unknown>>

const require = createRequire(import.meta.url)
const { answerCalls } = require('./answer-calls.cjs') as {
  answerCalls(strapi: unknown, calls: Calls): Promise<Answers>
}

describe.each(CLIENTS)('%s', client => {
  test.each(['content', 'sanitize', 'plugins'])('calls: %s', async name => {
    const answers = await answerCalls(await openStrapi(client), require(`./calls/${name}.cjs`) as Calls)
    expect(answers).toEqual(require(`./recorded/${name}.json`))
  })
})

test('a sanitized query names no private field, although it does in Strapi', async () => {
  const { sanitize, getModel } = await openStrapi('sqlite')
  const query = {
    fields: ['title', 'secret', 'key'],
    populate: { tags: { populate: { articles: { fields: ['secret'] } } } },
  }
  expect(await sanitize.contentAPI.query(query, getModel('api::article.article'))).toEqual({
    fields: ['title'],
    populate: { tags: { populate: { articles: { fields: [] } } } },
  })
})

test('something in the place of ctx.state.auth that does not come from there grants nothing', async () => {
  const { sanitize, getModel } = await openStrapi('sqlite')
  const entry = { id: 1, title: 'T', author: { id: 2 } }
  const answer = await sanitize.contentAPI.output(entry, getModel('api::article.article'), {
    auth: { credentials: {} },
  })
  expect(answer).toEqual({ id: 1, title: 'T' })
})
