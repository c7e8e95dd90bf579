/** Runs the statements of a request, and records what they take. */
import type { Explanation } from '../../admin-api/explain-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { type WatchedStatement, watchReads } from '../../content/read/rows/watch-reads.ts'
import type { ReadSteps } from '../../storage/database.ts'

export interface WatchedRun extends Pick<Explanation, 'statements' | 'tables' | 'cost'> {
  readonly answer: Buffer
}

interface WatchedProgram {
  readonly cost: number
  readonly tables: readonly string[]
  readonly searches: boolean
}

export async function runWatched<T, R>(
  { database, limits, settings, settleSearch }: ContentContext,
  { cost, tables, searches }: WatchedProgram,
  steps: ReadSteps<T, R>,
  toJson: (loaded: T) => Buffer,
): Promise<WatchedRun> {
  if (searches) await settleSearch?.(tables)
  const statements: WatchedStatement[] = []
  const begun = performance.now()
  const expensive = cost >= limits.expensiveCost
  const loaded = await database.read(
    watchReads(steps, statement => statements.push(statement)),
    { expensive },
  )
  const milliseconds = Math.round((performance.now() - begun) * 100) / 100
  const answer = toJson(loaded)
  return {
    answer,
    statements,
    tables,
    cost: {
      estimated: { points: cost, limit: settings.cost },
      rows: { read: statements.reduce((sum, statement) => sum + statement.rows, 0), limit: limits.answerEntries },
      bytes: { sent: answer.length, limit: limits.answerLength },
      time: { milliseconds, limit: limits.statementTimeout },
    },
  }
}
