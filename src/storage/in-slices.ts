/** Lets others run in the middle of a transaction whose statements keep this thread busy. */
import { Slices } from '../util/process/slices.ts'
import type { Transaction } from './database.ts'

/** The statements stay in the order of their calls: while one waits for the next slice, those after it wait too. */
export function inSlices(run: Transaction['run']): Transaction['run'] {
  const slices = new Slices()
  return async statement => {
    if (!slices.goesOn) await slices.next()
    return run(statement)
  }
}
