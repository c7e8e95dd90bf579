/** Records what a read asks the database, for explanations. */
import type { ReadSteps } from '../../../storage/database.ts'

export interface WatchedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: number
  /** The statements of one level are sent together. */
  readonly level: number
  /** How long their level took. */
  readonly milliseconds: number
}

/** The same steps; `seen` receives each statement when its rows have come. */
export function* watchReads<T, R>(
  steps: ReadSteps<T, R>,
  seen: (statement: WatchedStatement) => void,
): ReadSteps<T, R> {
  let next = steps.next()
  for (let level = 1; !next.done; level += 1) {
    const begun = performance.now()
    const statements = next.value
    const answers = yield statements
    const milliseconds = Math.round((performance.now() - begun) * 100) / 100
    for (const [index, { text, values }] of statements.entries())
      seen({ text, values, rows: answers[index]!.length, level, milliseconds })
    next = steps.next(answers)
  }
  return next.value
}
