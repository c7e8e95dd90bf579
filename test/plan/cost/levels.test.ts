/** Queries that nest without end, with the limits lifted: they work or are refused, and never break the server. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { BLOG } from '../../docs/run-examples.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'

const LIFTED = { populateNodes: 100_000, queryLength: 10_000_000, filterTerms: 10_000, listLength: 10_000 }

const times = (count: number, part: string) => part.repeat(count)
const names = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'parent' : 'children'))

const FORMS: Readonly<Record<string, (levels: number) => string>> = {
  'populate in dots': levels => `categories/2?populate=${names(levels).join('.')}`,
  'populate in brackets': levels =>
    `categories/2?populate${names(levels)
      .map(name => `[${name}]`)
      .join('[populate]')}=true`,
  'on within on': levels => `articles?populate${times(levels, '[blocks][on]')}[blocks.hero]=true`,
  $not: levels => `categories?filters${times(levels, '[$not]')}[id]=1`,
  $and: levels => `categories?filters${times(levels, '[$and][0]')}[id]=1`,
  'filters inside populate': levels => `categories?populate[parent][filters]${times(levels, '[$not]')}[id]=1`,
  'a sort as an object': levels =>
    `categories?sort${names(levels)
      .map(name => `[${name}]`)
      .join('')}[name]=asc`,
  'a sort in dots': levels => `categories?sort=${names(levels).join('.')}.name`,
  locale: levels => `articles?locale${times(levels, '[$not]')}=en`,
  'an unknown parameter': levels => `articles?x${times(levels, '[populate][on]')}[x]=1`,
}

describe.each(CLIENTS)('levels on %s', client => {
  let app: App

  beforeAll(async () => {
    app = await buildTestApp({ folder: BLOG, database: await freshDatabase(client), limits: LIFTED })
  })

  test.each(Object.keys(FORMS))('%s: 1,000 and 3,000 levels work or are refused', async form => {
    for (const levels of [1000, 3000]) {
      const answer = await app.inject(`/api/${FORMS[form]!(levels)}`)
      expect([200, 400], answer.payload.slice(0, 200)).toContain(answer.statusCode)
      if (answer.statusCode === 400) expect(answer.json().error.name).toBe('ValidationError')
    }
    expect((await app.inject('/api/categories/2?populate=parent')).statusCode).toBe(200)
  })

  test('250 levels work', async () => {
    const answer = await app.inject(`/api/${FORMS['populate in dots']!(250)}`)
    expect(answer.payload.match(/"(?:parent|children)":\{"data"/g)).toHaveLength(250)
  })
})
