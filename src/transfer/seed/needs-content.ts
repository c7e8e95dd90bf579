/** Tells a database that never had content from one that was filled, or emptied by its owner. */

import { readMeta, writeMeta } from '../../layout/tables/own-tables.ts'
import type { Schema } from '../../schema/schema.ts'
import { sql, table } from '../../sql/fragment.ts'
import { type Database, steps } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'

const SEEDED = 'seeded'

/** True while there are no entries of any user-defined type and none were ever seeded. */
export async function needsContent(database: Database, schema: Schema): Promise<boolean> {
  const { dialect } = database
  if ((await readMeta(readingFrom(database), dialect, SEEDED)) !== null) return false
  const tables = [...schema.types.values()].flatMap(type =>
    type.userDefined && type.table !== null ? [type.table] : [],
  )
  const looks = tables.map(stored => dialect.bind(dialect.compile(sql`select 1 from ${table(stored)} limit 1`)))
  return (await database.read(steps(...looks))).every(rows => rows.length === 0)
}

/** Remembers that content was seeded, so that it does not come back after its owner deleted it. */
export async function markAsSeeded(database: Database): Promise<void> {
  await database.write(async transaction => {
    await writeMeta(runningIn(transaction, database), database.dialect, {
      key: SEEDED,
      value: new Date().toISOString(),
    })
  })
}
