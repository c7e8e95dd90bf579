/** Shows an entry to the one who writes it. */

import type { PreparedRead } from '../read/prepared-read.ts'
import { loadRows } from '../read/rows/load-rows.ts'
import type { WriteScope } from './write-scope.ts'

/** The entry as JSON, as the transaction sees it; empty if a rule hides it from the writer. */
export async function readStored(scope: WriteScope, read: PreparedRead, id: number): Promise<string> {
  const json = read.toJson(await scope.read(loadRows(read.program, scope.dialect, { entryIds: [id] })))
  const hidden = read.program.envelope === 'flat-entry' ? 'null' : '{"data":null,"meta":{}}'
  return json?.toString() ?? hidden
}
