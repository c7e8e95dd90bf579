/** Several reads at once, level by level: they take as many levels as the deepest of them. */
import type { Row } from '../sql/statement.ts'
import type { ReadSteps } from './database.ts'

/** Returns what each of them returns, in their order. */
export function* together<T, R = Row>(reads: readonly ReadSteps<T, R>[]): ReadSteps<readonly T[], R> {
  const found = new Map<number, T>()
  let open = reads.map((read, index) => ({ read, index, step: read.next() }))
  while (true) {
    for (const { index, step } of open) if (step.done) found.set(index, step.value)
    const asking = open.flatMap(({ read, index, step }) => (step.done ? [] : [{ read, index, statements: step.value }]))
    if (asking.length === 0) return reads.map((_, index) => found.get(index) as T)
    const answers = yield asking.flatMap(({ statements }) => statements)
    let at = 0
    open = asking.map(({ read, index, statements }) => {
      const own = answers.slice(at, at + statements.length)
      at += statements.length
      return { read, index, step: read.next(own) }
    })
  }
}
