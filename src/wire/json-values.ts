/** Values that are not written where all usual ones are (`write-values.ts`), as far as both databases have them alike. */
import type { ByteOutput } from './byte-output.ts'
import { isoText } from './iso-text.ts'
import { finite, moment, rewrite } from './value-text.ts'
import type { ValueWriter } from './write-values.ts'

export function putNull(output: ByteOutput): void {
  output.ascii('null')
}

/** As it is. */
export const putAll: ValueWriter = (output, bytes, start, end) => output.copy(bytes, start, end)

export const putQuoted: ValueWriter = (output, bytes, start, end) => {
  output.ascii('"')
  output.copyEscaped(bytes, start, end)
  output.ascii('"')
}

/** What is no finite number reads as null. */
export const putNumber: ValueWriter = (output, bytes, start, end) =>
  output.ascii(finite(Number(bytes.toString('latin1', start, end))))

/** What is no moment reads as null. */
export function putMoment(output: ByteOutput, time: number): void {
  output.ascii(moment(time, milliseconds => `"${isoText(milliseconds)}"`))
}

/** Milliseconds, in quotes. */
export function putEpoch(output: ByteOutput, time: number): void {
  output.ascii(moment(time, milliseconds => `"${milliseconds}"`))
}

/** Texts of JSON columns and what was made of them: the formats of an image are read with every answer that shows it. */
let compacted = new Map<string, Buffer>()
const MOST_COMPACTED = 2000
const LONGEST_REMEMBERED = 2048

/** JSON of a column without blanks; a text that is no JSON (old databases) comes out as a string. */
export function putJson(read: (text: string) => string): ValueWriter {
  return (output, bytes, start, end) => {
    const key = bytes.toString('latin1', start, end)
    const known = compacted.get(key)
    if (known !== undefined) return output.put(known)
    const made = Buffer.from(rewrite(read(bytes.toString('utf8', start, end))))
    output.put(made)
    if (key.length > LONGEST_REMEMBERED) return
    if (compacted.size >= MOST_COMPACTED) compacted = new Map()
    compacted.set(key, made)
  }
}
