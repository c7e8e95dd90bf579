/** What an import would do: every line is checked, and of a file that is not large, every row is tried. Nothing is stored. */
import { StartError } from '../../errors.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { type CheckedFile, type InspectedFile, inspectFile, type LineProblem } from './check-file.ts'
import type { ImportInput } from './import-batch.ts'
import { tryImport } from './import-content.ts'
import { type ImportIds, planIds } from './import-ids.ts'
import { type ImportMark, readMark } from './import-mark.ts'

/** With so many entries, a file is tried, and imported in one transaction. More would keep other writers of a SQLite file waiting. */
export const MOST_AT_ONCE = 5_000

export interface Rehearsal {
  readonly entries: number
  /** Empty if there are problems. */
  readonly types: readonly { readonly uid: string; readonly create: number; readonly change: number }[]
  readonly problems: readonly LineProblem[]
  /** The database has seen every row. */
  readonly tried: boolean
  readonly interrupted: (Pick<ImportMark, 'file' | 'line'> & { readonly isSame: boolean }) | null
}

/** Finds up to `most` problems. */
export async function rehearseImport(input: ImportInput, most: number): Promise<Rehearsal> {
  const { database, checking: progress } = input
  const inspected = await inspectFile({ ...input, dialect: database.dialect, most, progress })
  const { checked } = inspected
  if (checked === null) return refused(inspected)
  const mark = await readMark(readingFrom(database))
  const interrupted = mark && { file: mark.file, line: mark.line, isSame: mark.digest === checked.digest }
  const known = { entries: checked.entries, problems: [], interrupted }
  // Its first part is there already.
  if (interrupted?.isSame) return { ...known, types: typesIn(checked, mark!.ids), tried: false }
  try {
    const ids = await planIds(readingFrom(database), database.dialect, checked, { reserve: false })
    const tried = checked.entries <= MOST_AT_ONCE
    if (tried) await tryImport(input, checked)
    return { ...known, types: typesIn(checked, ids), tried }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { ...known, types: [], problems: [problemIn(checked, error)], tried: true }
  }
}

function refused({ problems }: InspectedFile): Rehearsal {
  return { entries: 0, types: [], problems, tried: false, interrupted: null }
}

function typesIn({ counts }: CheckedFile, { there }: ImportIds): Rehearsal['types'] {
  return [...counts].map(([uid, count]) => {
    const change = there[uid]?.length ?? 0
    return { uid, create: count - change, change }
  })
}

/** The line is in the message. */
function problemIn({ file }: CheckedFile, { message }: StartError): LineProblem {
  const rest = message.startsWith(file) ? message.slice(file.length) : message
  const [, line, text] = /^, line (\d+): (.*)$/s.exec(rest) ?? []
  return line === undefined ? { line: null, text: message } : { line: Number(line), text: text! }
}
