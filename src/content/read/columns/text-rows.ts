/** Rows whose text contains another one. All texts of a column are one string, each after a character that none of them has. */
import { type KeptColumn, placeOf } from './kept-column.ts'
import type { ScanTest } from './list-scan.ts'

type ContainsTest = Extract<ScanTest, { readonly kind: 'contains' }>

const BOUND = '\0'

/** None of the texts has the character NUL. */
export function joinedTexts(texts: readonly string[]): Pick<KeptColumn, 'numbers' | 'texts'> {
  const starts = new Int32Array(texts.length)
  let start = 0
  texts.forEach((text, row) => {
    starts[row] = start
    start += BOUND.length + text.length
  })
  return { numbers: starts, texts: `${BOUND}${texts.join(BOUND)}${BOUND}` }
}

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
