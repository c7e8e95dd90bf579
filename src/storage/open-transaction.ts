/**
 * The transaction that a write works with. Statements whose rows nobody needs are sent without waiting; the first
 * failure is the one that is reported, and nothing is committed after it.
 */
import { PopulusError } from '../errors.ts'
import type { BoundStatement } from '../sql/statement.ts'
import type { Transaction } from './database.ts'

export interface OpenTransaction extends Transaction {
  /** Refuses later statements: parts of the work may still run after another part has failed. */
  end(): void
}

/** `run` starts statements in the order of its calls, each before it returns. */
export function openTransaction(run: Transaction['run']): OpenTransaction {
  let sent: Promise<unknown> | undefined
  let ended = false
  const start: Transaction['run'] = statement => {
    if (ended) throw new PopulusError('internal', {}, { cause: new Error('The transaction has ended') })
    return run(statement)
  }
  return {
    run: async statement => {
      const before = sent
      const answer = start(statement)
      if (before === undefined) return answer
      answer.catch(ignore)
      await before
      if (sent === before) sent = undefined
      return answer
    },
    send: (statement: BoundStatement) => {
      const answer = start(statement)
      sent = sent === undefined ? answer : Promise.all([sent, answer])
      sent.catch(ignore)
    },
    settle: async () => {
      const waiting = sent
      sent = undefined
      await waiting
    },
    end: () => {
      ended = true
    },
  }
}

/** Whoever waits for it reports it. */
const ignore = (): void => undefined
