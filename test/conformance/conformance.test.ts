/** Our server on the content of a real Strapi 4.26.2 gives the answers that were recorded there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import { ask, loadCases, type RecordedCase, SECRETS, topicOf } from './cases.ts'
import { explain } from './exceptions.ts'
import { differsInOrderOnly } from './undetermined-order.ts'

interface Tally {
  /** Equal byte for byte. */
  same: number
  /** Equal but for an order that the query does not determine. */
  reordered: number
  excepted: number
  failed: number
}

describe.each(CLIENTS)('recorded answers on %s', client => {
  const cases = loadCases(client)
  const topics = [...new Set(cases.map(topicOf))]
  const tallies: Record<string, Tally> = {}
  const rulings: Record<string, number> = {}
  let app: App

  beforeAll(async () => {
    const database = await adoptedConformanceDatabase(client)
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets: SECRETS })
  })

  afterAll(() => {
    const total: Tally = { same: 0, reordered: 0, excepted: 0, failed: 0 }
    for (const tally of Object.values(tallies))
      for (const key of ['same', 'reordered', 'excepted', 'failed'] as const) total[key] += tally[key]
    console.log(`Conformance on ${client}`)
    console.table({ ...tallies, 'ALL TOPICS': total })
    console.log('Exceptions by ruling:', rulings)
  })

  it.each(topics)('%s', async topic => {
    const tally: Tally = { same: 0, reordered: 0, excepted: 0, failed: 0 }
    tallies[topic] = tally
    const defects: object[] = []
    for (const recorded of cases.filter(item => topicOf(item) === topic)) {
      const outcome = await judge(recorded)
      tally[outcome.kind]++
      if (outcome.kind === 'failed') defects.push({ id: recorded.id, path: recorded.path, ...outcome })
    }
    expect(defects).toEqual([])
  })

  async function judge(recorded: RecordedCase): Promise<{ kind: keyof Tally; given?: string; recorded?: string }> {
    const given = await ask(app, recorded)
    if (given.status === recorded.status && JSON.stringify(given.body) === JSON.stringify(recorded.body))
      return { kind: 'same' }
    const askAgain = (path: string) => ask(app, { ...recorded, path })
    if (await differsInOrderOnly(given, recorded, askAgain)) return { kind: 'reordered' }
    const exception = await explain(given, recorded, client, askAgain)
    if (exception === undefined) return { kind: 'failed', ...difference(given, recorded) }
    const name = `${exception.ruling}: ${exception.why}`
    rulings[name] = (rulings[name] ?? 0) + 1
    return { kind: 'excepted' }
  }
})

/** The two answers from a little before the place where they part. */
function difference(
  given: { status: number; body: unknown },
  recorded: RecordedCase,
): { given: string; recorded: string } {
  const [a, b] = [
    `${given.status} ${JSON.stringify(given.body)}`,
    `${recorded.status} ${JSON.stringify(recorded.body)}`,
  ]
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  const from = Math.max(0, index - 60)
  return { given: a.slice(from, index + 100), recorded: b.slice(from, index + 100) }
}
