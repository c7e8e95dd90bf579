/**
 * The values of a packed row -> JSON. This loop sees every byte of every answer. The usual forms are written right here, by
 * one function that is the same for all plans. Only unusual values are left to the functions of their kind.
 */
import type { PackedRow } from '../sql/statement.ts'
import type { ByteOutput } from './byte-output.ts'
import { ISO_LENGTH, isoBytes, isUsualYear } from './iso-text.ts'
import { END_OF_ROW, END_OF_VALUE, endOf, MOST_DIGITS, misplaced, numberOf } from './packed-rows.ts'
import type { Field } from './value-kind.ts'

const QUOTE = '"'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const SPACE = ' '.charCodeAt(0)
const DOT = '.'.charCodeAt(0)
const T = 'T'.charCodeAt(0)
const Z = 'Z'.charCodeAt(0)

/** This many bytes of a value are written one by one before the rest is copied. */
const NEAR = 48

/** Writes all fields of a row. */
export function writeValues(output: ByteOutput, fields: readonly Field[], { bytes, start }: PackedRow): void {
  let at = start
  for (let index = 0; index < fields.length; index += 1) {
    const { key, usual, write } = fields[index]!
    const target = output.reserve(key.length + NEAR)
    let to = output.length
    for (let from = 0; from < key.length; from += 1, to += 1) target[to] = key[from]!
    output.wroteUpTo(to)
    switch (usual) {
      case 'json': {
        const near = at + NEAR
        let code = 0
        do {
          code = bytes[at]!
          at += 1
          if (code === END_OF_VALUE) break
          target[to] = code
          to += 1
        } while (at < near)
        output.wroteUpTo(to)
        if (code !== END_OF_VALUE) at = copyRest(output, bytes, at)
        continue
      }
      case 'digits': {
        const end = endOfPlain(bytes, at)
        if (end < 0) break
        for (; at < end; at += 1, to += 1) target[to] = bytes[at]!
        output.wroteUpTo(to)
        at = end + 1
        continue
      }
      case 'milliseconds': {
        const end = endOfDigits(bytes, at)
        if (end < 0) break
        const time = numberOf(bytes, at, end)
        if (!isUsualYear(time)) break
        target[to] = QUOTE
        isoBytes(time, target, to + 1)
        target[to + ISO_LENGTH + 1] = QUOTE
        output.wroteUpTo(to + ISO_LENGTH + 2)
        at = end + 1
        continue
      }
      case 'clock': {
        const end = putClock(target, to, bytes, at)
        if (end < 0) break
        output.wroteUpTo(to + ISO_LENGTH + 2)
        at = end + 1
        continue
      }
      case 'members': {
        const end = endOf(bytes, at)
        output.copy(bytes, at + 1, end - 1)
        at = end + 1
        continue
      }
      case 'measured':
        at = putMeasured(output, bytes, at)
        continue
      default:
        break
    }
    const end = endOf(bytes, at)
    write(output, bytes, at, end)
    at = end + 1
  }
  if (at !== bytes.length && bytes[at] !== END_OF_ROW) throw misplaced()
}

function copyRest(output: ByteOutput, bytes: Buffer, start: number): number {
  const end = bytes.indexOf(END_OF_VALUE, start)
  if (end < 0) throw misplaced()
  output.copy(bytes, start, end)
  return end + 1
}

/** Negative if there is anything else, or nothing. */
function endOfDigits(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start
  let at = first
  for (const last = first + MOST_DIGITS; at < last; at += 1) {
    const digit = bytes[at]! - ZERO
    if (digit < 0 || digit > 9) break
  }
  return bytes[at] === END_OF_VALUE && at > first ? at : -1
}

/** The same for a number, with or without a fraction, that JavaScript would write identically. */
function endOfPlain(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start
  let dot = -1
  let at = first
  for (const last = first + MOST_DIGITS; at < last; at += 1) {
    const code = bytes[at]!
    if (code === DOT && dot < 0) dot = at
    else if (code < ZERO || code > ZERO + 9) break
  }
  if (bytes[at] !== END_OF_VALUE || at === first) return -1
  // JavaScript writes a fraction with a trailing zero shorter, and one with many leading zeros as a power of ten.
  return dot < 0 || (bytes[at - 1]! > ZERO && bytes[first]! > ZERO) ? at : -1
}

/** Where the value ends; negative for years and zones that are written differently. */
function putClock(target: Buffer, start: number, bytes: Buffer, at: number): number {
  if (bytes[at + 4] !== MINUS || bytes[at + 10] !== SPACE) return -1
  const fraction = at + 19
  let end = fraction
  if (bytes[fraction] === DOT) {
    do end += 1
    while (bytes[end]! >= ZERO && bytes[end]! <= ZERO + 9)
  }
  if (bytes[end] !== END_OF_VALUE) return -1
  target[start] = QUOTE
  for (let index = 0; index < 19; index += 1) target[start + 1 + index] = bytes[at + index]!
  target[start + 11] = T
  target[start + 20] = DOT
  for (let index = 1; index <= 3; index += 1)
    target[start + 20 + index] = fraction + index < end ? bytes[fraction + index]! : ZERO
  target[start + 24] = Z
  target[start + 25] = QUOTE
  return end
}

function putMeasured(output: ByteOutput, bytes: Buffer, at: number): number {
  const end = endOf(bytes, at)
  const start = end + 1
  if (end === at) {
    output.ascii('null')
    return start + 1
  }
  const last = start + numberOf(bytes, at, end)
  output.byte(QUOTE)
  output.copyEscaped(bytes, start, last)
  output.byte(QUOTE)
  return last + 1
}
