/** What happens between a change and the events of live queries: when rights are checked, and who waits for whom. */
import { expect, it } from 'vitest'
import type { ContentContext } from '../../src/content/content-context.ts'
import { LiveQueries, type LiveQuestion } from '../../src/content/live/live-queries.ts'
import type { AnswerName, Question, Reading } from '../../src/content/read/read.ts'
import { cleanUp } from '../support/clean-up.ts'

/** A database in which everything has changed whenever `change` is called. */
function openQueries(changed: () => Promise<void> = async () => {}) {
  const versions = { now: 0 }
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

const readingOf = (tag: string) => ({ name: {} as AnswerName, tag, body: { plain: Buffer.from(tag) }, kept: false })

function questionOf(key: string, answer: () => Promise<ReturnType<typeof readingOf>>): LiveQuestion {
  return { key, question: {} as Question, timed: false, answer: answer as unknown as () => Promise<Reading> }
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
  const fast = async () => readingOf('new')
  queries.watch(questionOf('slow', never), 'old', () => told.push('slow'))
  queries.watch(questionOf('broken', broken), 'old', () => told.push('broken'))
  queries.watch(questionOf('fast', fast), 'old', () => told.push('fast'))
  change()
  await expect.poll(() => told).toEqual(['fast'])
})
