/** Columns after some rows of their table have changed: what stays is copied in runs, and what has changed comes between. */
import { MOST_NAMES, rowsOfNames } from './column-builder.ts'
import { BOUND, nameIn, numberIn, textsIn } from './column-values.ts'
import { type KeptColumn, NO_VALUE, placeOf } from './kept-column.ts'
import type { WantedColumn } from './list-scan.ts'

/** Rows that stay as they are, from one up to another. */
interface Run {
  readonly from: number
  readonly to: number
}

/** The rows afterwards, in order: those that stay, and places in the list of those that were changed or are new. */
export interface MovedRows {
  readonly count: number
  readonly parts: readonly (Run | number)[]
}

/** `touched` are the ids of all rows that were changed, those that are gone included, and `present` those that are there; both in order. */
export function movedRows(ids: Int32Array, touched: readonly number[], present: readonly number[]): MovedRows {
  const indexOf = new Map(present.map((id, index) => [id, index]))
  const parts: (Run | number)[] = []
  let from = 0
  let count = ids.length
  for (const id of touched) {
    const place = placeOf(ids, id)
    const isOld = ids[place] === id
    const index = indexOf.get(id)
    parts.push({ from, to: place })
    if (index !== undefined) parts.push(index)
    count += Number(index !== undefined) - Number(isOld)
    from = isOld ? place + 1 : place
  }
  parts.push({ from, to: ids.length })
  return { count, parts }
}

/** `null` if the column cannot hold what the database has sent for the rows that were changed. */
export function columnAfter(
  column: KeptColumn,
  kind: WantedColumn['kind'],
  moved: MovedRows,
  sent: readonly string[],
): KeptColumn | null {
  if (kind === 'named') return namesAfter(column, moved, sent)
  if (kind === 'texts' || kind === 'lowered') return textsAfter(column, moved, sent)
  const numbers = sent.map(numberIn)
  return numbers.every(number => number !== null) ? { numbers: numbersAfter(column.numbers, moved, numbers) } : null
}

export function numbersAfter(before: Int32Array, { count, parts }: MovedRows, changed: readonly number[]): Int32Array {
  const after = new Int32Array(count)
  let row = 0
  for (const part of parts) {
    if (typeof part === 'number') {
      after[row] = changed[part]!
      row += 1
    } else {
      after.set(before.subarray(part.from, part.to), row)
      row += part.to - part.from
    }
  }
  return after
}

/** New texts get new numbers. Those that no row has any more keep theirs. */
function namesAfter(
  { numbers, names = new Map(), rowOf }: KeptColumn,
  moved: MovedRows,
  sent: readonly string[],
): KeptColumn | null {
  const changed: number[] = []
  for (const text of sent) {
    const name = nameIn(text)
    if (name === null) return null
    const number = name === undefined ? NO_VALUE : (names.get(name) ?? names.size)
    if (name !== undefined) names.set(name, number)
    changed.push(number)
  }
  if (names.size > MOST_NAMES) return null
  const after = numbersAfter(numbers, moved, changed)
  return { numbers: after, names, rowOf: rowOf && rowsOfNames(after, names.size) }
}

function textsAfter({ numbers, texts }: KeptColumn, moved: MovedRows, sent: readonly string[]): KeptColumn | null {
  const changed = textsIn(sent)
  if (changed === null) return null
  const starts = new Int32Array(moved.count)
  const pieces: string[] = []
  let row = 0
  let end = 0
  const add = (piece: string) => {
    pieces.push(piece)
    end += piece.length
  }
  for (const part of moved.parts) {
    if (typeof part === 'number') {
      starts[row] = end
      row += 1
      add(`${BOUND}${changed[part]!}`)
      continue
    }
    const { from, to } = part
    if (from === to) continue
    const start = numbers[from]!
    for (let old = from; old < to; old += 1, row += 1) starts[row] = numbers[old]! - start + end
    add(texts!.slice(start, numbers[to] ?? texts!.length - BOUND.length))
  }
  return { numbers: starts, texts: `${pieces.join('')}${BOUND}` }
}
