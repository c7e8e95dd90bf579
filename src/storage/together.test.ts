import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoundStatement } from '../sql/statement.ts'
import { type ReadSteps, together } from './database.ts'

/** A read that asks these numbers, a level at a time, and returns all answers. */
function* asking(levels: readonly (readonly number[])[]): ReadSteps<readonly string[]> {
  const found: string[] = []
  for (const level of levels) {
    const answers = yield level.map((each): BoundStatement => ({ text: String(each), values: [] }))
    found.push(...answers.flat(2).map(String))
  }
  return found
}

/** Answers each statement with its text. Returns how many levels there were. */
function run<T>(read: ReadSteps<T>): { readonly found: T; readonly levels: number } {
  let levels = 0
  for (let step = read.next(); ; levels += 1) {
    if (step.done) return { found: step.value, levels }
    step = read.next(step.value.map(({ text }) => [[text]]))
  }
}

test('each gets its own answers, in as many levels as the deepest of them has', () => {
  const reads = fc.array(fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { maxLength: 4 }), { maxLength: 5 })
  const property = fc.property(reads, all => {
    const alone = all.map(levels => run(asking(levels)))
    const { found, levels } = run(together(all.map(asking)))
    expect(found).toEqual(alone.map(each => each.found))
    expect(levels).toBe(Math.max(0, ...alone.map(each => each.levels)))
  })
  fc.assert(property)
})
