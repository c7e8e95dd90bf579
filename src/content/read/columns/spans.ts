/** Tests of columns as spans of numbers: each is two differences, and their signs say whether a row passes. */
import { type KeptColumn, LARGEST } from './kept-column.ts'
import type { ScanTest } from './list-scan.ts'

export interface Range {
  readonly low: number
  readonly high: number
}

/** What the number of a column must be; both bounds have 31 bits. */
export interface Span extends Range {
  readonly numbers: Int32Array
}

const NO_NUMBER = { low: 1, high: 0 }

/** The test as spans that all have to be met; `null` if it is none. */
export function spansOf(test: ScanTest | null, columns: readonly KeptColumn[]): readonly Span[] | null {
  if (test === null) return []
  const { numbers, names } = columns['column' in test ? test.column : 0]!
  switch (test.kind) {
    case 'all': {
      const spans = test.tests.map(each => spansOf(each, columns))
      return spans.every(span => span !== null) ? spans.flat() : null
    }
    case 'any':
    case 'contains':
      return null
    case 'range':
      return [spanBetween(numbers, boundsOf(test))]
    case 'oneOf':
      return test.numbers.length === 1 ? [spanOf(numbers, test.numbers[0]!)] : null
    case 'named':
      return test.names.length === 1 ? [spanOf(numbers, names!.get(test.names[0]!))] : null
    case 'nothing':
      return [spanBetween(numbers, NO_NUMBER)]
    default:
      return test satisfies never
  }
}

function spanOf(numbers: Int32Array, only: number | undefined): Span {
  return spanBetween(numbers, only === undefined ? NO_NUMBER : boundsOf({ low: only, high: only }))
}

function spanBetween(numbers: Int32Array, { low, high }: Range): Span {
  return { numbers, low, high }
}

export function boundsOf({ low, high }: Range): Range {
  const [least, most] = [Math.max(Math.ceil(low), -LARGEST), Math.min(Math.floor(high), LARGEST)]
  return least > most ? NO_NUMBER : { low: least | 0, high: most | 0 }
}

/** 1 if neither difference is negative. */
export function isWithin(number: number, low: number, high: number): number {
  return ~((number - low) | 0 | ((high - number) | 0)) >>> 31
}
