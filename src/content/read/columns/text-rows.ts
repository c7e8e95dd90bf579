/** Rows whose text contains another one. All texts of a column are one string, each after a character that none of them has. */
import { BOUND } from './column-values.ts'
import { type KeptColumn, placeOf } from './kept-column.ts'
import type { ScanTest } from './list-scan.ts'

type ContainsTest = Extract<ScanTest, { readonly kind: 'contains' }>

export function rowsWith({ numbers: starts, texts }: KeptColumn, test: ContainsTest): readonly number[] {
  const wanted = wantedText(test)
  const rows: number[] = []
  let at = texts!.indexOf(wanted)
  while (at !== -1) {
    const row = placeOf(starts, at + 1) - 1
    rows.push(row)
    at = texts!.indexOf(wanted, endOf(starts, row, texts!))
  }
  return rows
}

export function hasText({ numbers: starts, texts }: KeptColumn, row: number, test: ContainsTest): boolean {
  return texts!.slice(starts[row]!, endOf(starts, row, texts!) + BOUND.length).includes(wantedText(test))
}

function wantedText({ text, fromStart, toEnd }: ContainsTest): string {
  return `${fromStart ? BOUND : ''}${text}${toEnd ? BOUND : ''}`
}

function endOf(starts: Int32Array, row: number, texts: string): number {
  return starts[row + 1] ?? texts.length - BOUND.length
}
