/** What is kept of a query: its key, its statements and its serializer. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { CompiledSerializer, Serializer } from '../../wire/answer-serializer.ts'

export interface PreparedRead {
  /** Short, and different for every query and every set of rights. */
  readonly key: string
  readonly program: ReadProgram
  readonly serializer: CompiledSerializer
  /** Names in the query that have no meaning; `null` if there are none. */
  readonly hint: string | null
  readonly toJson: Serializer
  /** For a page of a list: the key under which the parts shared by its pages are kept. */
  readonly list: string | undefined
}
