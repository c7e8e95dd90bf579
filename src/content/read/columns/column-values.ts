/** What the texts in which the database sends a column mean. `null`: the value does not fit into a column, so that only the database can compare it. */

import { ROOT } from '../../../sql/entries/compile-root-rows.ts'
import type { Fragment } from '../../../sql/fragment.ts'
import { column, sql } from '../../../sql/fragment.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'
import { LARGEST, NO_VALUE } from './kept-column.ts'
import type { WantedColumn } from './list-scan.ts'

/** What is sent of a column with values. */
export function sentText({ kind, attribute }: WantedColumn, dialect: SqlDialect): Fragment {
  const stored = column(ROOT, attribute!.column!)
  if (kind === 'absent') return sql`case when ${stored} is null then 1 else 0 end`
  if (kind === 'lowered') return dialect.lowerHexText(stored)
  return kind === 'named' || kind === 'texts' ? dialect.hexText(stored) : dialect.digits(attribute!.type, stored)
}

const WHOLE_NUMBER = /^-?\d{1,15}$/

/** An empty text is no value. */
export function numberIn(sent: string): number | null {
  if (sent === '') return NO_VALUE
  const number = WHOLE_NUMBER.test(sent) ? Number(sent) : Number.NaN
  return Math.abs(number) <= LARGEST ? number : null
}

/** Begins the bytes of a text; what begins with another letter is none. */
const TEXT = 'x'

/** `undefined`: no value. */
export function nameIn(sent: string): string | null | undefined {
  if (sent === '') return undefined
  return sent.startsWith(TEXT) ? Buffer.from(sent.slice(TEXT.length), 'hex').toString() : null
}

/** Between texts, and in none of them. */
export const BOUND = '\0'
const BOUND_BYTES = '00'
const NO_CHARACTER = '\ufffd'

/** All at once, which is much faster. No value is an empty text. */
export function textsIn(sent: readonly string[]): readonly string[] | null {
  if (sent.length === 0) return sent
  if (sent.some(text => text !== '' && !text.startsWith(TEXT))) return null
  const decoded = Buffer.from(sent.map(text => text.slice(TEXT.length)).join(BOUND_BYTES), 'hex').toString()
  const texts = decoded.split(BOUND)
  return texts.length === sent.length && !decoded.includes(NO_CHARACTER) ? texts : null
}
