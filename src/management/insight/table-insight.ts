/** The tables of the content: how large they are, and the indexes that they have or should have. */
import type { TableInsight, TablesInsight } from '../../admin-api/insight-api.ts'
import type { Schema } from '../../schema/schema.ts'
import { steps } from '../../storage/database.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { desiredTables } from '../../tables/desired/desired-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { indexAdvice } from '../../tables/migrate/index-advice.ts'
import { selectTableSizes } from '../../tables/survey/table-sizes.ts'
import type { ManagementContext } from '../management-context.ts'

export async function tablesInsight(context: ManagementContext): Promise<TablesInsight> {
  const { database, schema, insight, api } = context
  const { dialect } = database
  const found = await inspectTables(readingFrom(database), dialect, insight.place)
  const sizes = await tableSizes(context)
  const models = modelsByTable(schema)
  const statistics = api.statistics.current()
  const tables = found.tables.map(
    ({ name, indexes }): TableInsight => ({
      name,
      model: models.get(name) ?? null,
      rows: statistics.rows(name),
      bytes: sizes.get(name) ?? null,
      indexes: indexes.map(({ name: index, columns }) => `${index} (${columns.join(', ')})`),
    }),
  )
  return {
    tables: tables.sort((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0) || other.rows - one.rows),
    advice: indexAdvice(desiredTables(schema), found, dialect),
  }
}

/** On SQLite every page of the file is looked at, so that it is done beside the requests. Unknown sizes are left out. */
async function tableSizes({ database, insight }: ManagementContext): Promise<ReadonlyMap<string, number>> {
  const { dialect } = database
  try {
    const statement = dialect.bind(dialect.compile(selectTableSizes(dialect, insight.place)))
    const [rows = []] = await database.read(steps(statement), { expensive: true })
    return new Map(rows.map(([name, bytes]) => [String(name), Number(bytes)]))
  } catch {
    return new Map()
  }
}

function modelsByTable({ types, components }: Schema): ReadonlyMap<string, string> {
  return new Map([...types.values(), ...components.values()].map(({ tableName, uid }) => [tableName, uid]))
}
