/** Content -> lines of an export file. One read transaction, so the file shows one moment of the database. */

import { isFullPage, RecordSource } from '../../content/records/read-records.ts'
import { conditionOn, type Selection } from '../../content/records/record-selection.ts'
import { type ContentType, modelOf, type Schema } from '../../schema/schema.ts'
import { sql, table } from '../../sql/fragment.ts'
import type { Database, ReadSteps } from '../../storage/database.ts'
import { type FileHeader, type FileModel, FORMAT, typeName, VERSION } from '../export-format.ts'
import { chosenEntries, type EntryChoice, selectTypes } from '../transferred-types.ts'

export interface ExportInput extends EntryChoice {
  readonly database: Database
  readonly schema: Schema
  /** Uids, singular or plural names; all content if absent. */
  readonly types?: readonly string[] | undefined
  /** Receives a line without its line break, and must be done with it when it returns. */
  readonly write: (line: string) => void
  readonly progress?: (done: number, total: number) => void
}

/** Throws StartError for a type that does not exist, before anything is written. */
export async function exportContent(input: ExportInput): Promise<{ readonly entries: number }> {
  const { schema, database } = input
  const selection = chosenEntries(selectTypes(schema, input.types), input)
  return database.read(exportSteps(input, selection))
}

function* exportSteps(input: ExportInput, selection: Selection): ReadSteps<{ readonly entries: number }> {
  const { database, schema, write, progress } = input
  const counts = yield* countEntries(database, selection)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  write(JSON.stringify(headerOf(schema, selection, counts)))
  const source = new RecordSource({ schema, selection, dialect: database.dialect })
  let done = 0
  for (const type of selection.types) {
    for (let after = 0; ; ) {
      const records = yield* source.page(type, after)
      for (const { id, members } of records) {
        write(`{"type":${JSON.stringify(type.uid)},"id":${id},"attributes":{${members}}}`)
        after = id
      }
      done += records.length
      progress?.(done, total)
      if (!isFullPage(records)) break
    }
  }
  return { entries: done }
}

function* countEntries({ dialect }: Database, selection: Selection): ReadSteps<ReadonlyMap<ContentType, number>> {
  const stored = selection.types.filter(type => type.table !== null)
  const answers = yield stored.map(type =>
    dialect.bind(
      dialect.compile(
        sql`select count(*) from ${table(type.tableName)} as t${conditionOn(selection, type, 't', 'where')}`,
      ),
    ),
  )
  return new Map(stored.map((type, index) => [type, Number(answers[index]?.[0]?.[0] ?? 0)]))
}

function headerOf(schema: Schema, selection: Selection, counts: ReadonlyMap<ContentType, number>): FileHeader {
  const modelLine = (uid: string): FileModel => ({
    uid,
    attributes: Object.fromEntries(
      selection.attributesOf(modelOf(schema, uid)).map(attribute => [attribute.name, typeName(attribute)]),
    ),
  })
  return {
    format: FORMAT,
    version: VERSION,
    types: selection.types.map(type => ({ entries: counts.get(type) ?? 0, ...modelLine(type.uid) })),
    components: selection.components.map(({ uid }) => modelLine(uid)),
  }
}
