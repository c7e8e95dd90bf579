/** What is kept of a query: its statements and its serializer. */
import type { ReadProgram } from '../sql/read-program.ts'
import type { Serializer } from './write-json.ts'

export interface PreparedRead {
  readonly program: ReadProgram
  readonly toJson: Serializer
}
