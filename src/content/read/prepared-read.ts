/** What is kept of a query: its name, its statements and its serializer. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { CompiledSerializer, Serializer } from '../../wire/answer-serializer.ts'

export interface PreparedRead {
  /** Short, and another one for every query and for all other rights. */
  readonly key: string
  readonly program: ReadProgram
  readonly serializer: CompiledSerializer
  /** What the query names although it means nothing; `null` when all is well. */
  readonly hint: string | null
  readonly toJson: Serializer
  /** For a page of a list: the name under which what its pages share is kept. */
  readonly list: string | undefined
}
