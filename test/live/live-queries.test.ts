/** What happens between a change and the events of live queries: when rights are checked, and who waits for whom. */
import { expect, it } from 'vitest'
import type { ContentContext } from '../../src/content/content-context.ts'
import { LiveQueries, type LiveQuestion } from '../../src/content/live/live-queries.ts'
import type { AnswerName, Question, Reading } from '../../src/content/read/read.ts'
import { cleanUp } from '../support/clean-up.ts'

/** A database in which everything has changed whenever `change` is called. */
function openQueries(changed: () => Promise<void> = async () => {}) {
  const versions = { now: 0, latest: (tables: readonly string[]) => (tables.includes('quiet') ? 0 : versions.now) }
  let wake = () => {}
  const context = {
    database: { versions, catchUp: async () => {} },
    events: {
      subscribe: (listener: () => void) => {
        wake = listener
        return () => {}
      },
    },
  } as unknown as ContentContext
  const queries = new LiveQueries({ context, changed, planVersion: () => 0 })
  cleanUp(async () => queries.stop())
  const change = () => {
    versions.now += 1
    wake()
  }
  return { queries, change }
}

const readingOf = (tag: string, table = 'loud') => ({
  name: { tables: [table] } as unknown as AnswerName,
  tag,
  body: { plain: Buffer.from(tag) },
  kept: false,
})

function questionOf(key: string, answer: () => Promise<ReturnType<typeof readingOf>>, timed = false): LiveQuestion {
  return { key, question: {} as Question, timed, answer: answer as unknown as () => Promise<Reading> }
}

it('rights are checked after an answer was made and before it is told', async () => {
  const steps: string[] = []
  const { queries, change } = openQueries(async () => void steps.push('rights'))
  const answer = async () => {
    steps.push('answered')
    return readingOf(`${steps.length}`)
  }
  queries.watch(questionOf('one', answer), 'old', () => steps.push('told'))
  change()
  await expect.poll(() => steps.slice(0, 4)).toEqual(['rights', 'answered', 'rights', 'told'])
})

it('a question that takes long, or fails for no known reason, keeps the others from nothing', async () => {
  const { queries, change } = openQueries()
  const told: string[] = []
  const never = () => new Promise<never>(() => {})
  const broken = async () => {
    throw new TypeError('broken')
  }
  let answers = 0
  const fast = async () => readingOf(`${++answers}`)
  queries.watch(questionOf('slow', never), 'old', () => told.push('slow'))
  queries.watch(questionOf('broken', broken), 'old', () => told.push('broken'))
  queries.watch(questionOf('fast', fast), 'old', () => told.push('fast'))
  change()
  await expect.poll(() => told).toEqual(['fast'])
  for (const count of [2, 3, 4, 5]) {
    change()
    await expect.poll(() => told.length).toBe(count)
  }
})

it('a question whose last answers took long leaves room for others', async () => {
  const { queries, change } = openQueries()
  const told: string[] = []
  let answers = 0
  const slow = async () => {
    await new Promise(resolve => setTimeout(resolve, answers < 4 ? 150 : 60_000))
    return readingOf(`${++answers}`)
  }
  for (const key of ['a', 'b', 'c', 'd']) queries.watch(questionOf(key, slow), '', () => told.push(key))
  await expect.poll(() => told.length).toBe(4)
  queries.watch(
    questionOf('fast', async () => readingOf('new')),
    '',
    () => told.push('fast'),
  )
  change()
  await expect.poll(() => told).toContain('fast')
})

it('what depends on the time is not asked again after a change that does not concern it, but at its time', async () => {
  const { queries, change } = openQueries()
  let asked = 0
  const answer = async () => readingOf(`${++asked}`, 'quiet')
  let others = 0
  queries.watch(questionOf('timed', answer, true), '', () => {})
  queries.watch(
    questionOf('other', async () => readingOf(`${++others}`)),
    '',
    () => {},
  )
  await expect.poll(() => [asked, others]).toEqual([1, 1])
  change()
  await expect.poll(() => others).toBe(2)
  expect(asked).toBe(1)
  queries.refresh()
  await expect.poll(() => asked).toBe(2)
})
