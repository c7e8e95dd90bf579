/** Puts the content into the tables of a PostgreSQL database by COPY; indexes are made afterwards, which is quicker. */
import { once } from 'node:events'
import postgres from 'postgres'

const CHUNK = 64 * 1024

export async function fillPostgres(url, tables) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql`set session_replication_role = replica`
    const names = tables.map(table => table.name)
    const indexes = await sql`
      select i.schemaname, i.indexname, i.indexdef from pg_indexes i
      where i.schemaname = current_schema() and i.tablename in ${sql(names)}
        and not exists (select from pg_constraint c where c.conname = i.indexname)`
    for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`
    for (const table of tables) await copy(sql, table)
    // Strapi gives a list that is not sorted in the order of the rows on disk; we give it by id.
    if (names.includes('articles')) await sql`cluster articles using articles_pkey`
    for (const { indexdef } of indexes) await sql.unsafe(indexdef)
    for (const { name } of tables) {
      await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql(name)}))`
    }
    await sql`vacuum analyze`
    await sql`checkpoint`
  } finally {
    await sql.end()
  }
}

async function copy(sql, { name, columns, rows }) {
  const stream = await sql`copy ${sql(name)} (${sql(columns)}) from stdin`.writable()
  const finished = once(stream, 'finish')
  let chunk = ''
  for (const row of rows()) {
    chunk += `${row.map(copied).join('\t')}\n`
    if (chunk.length < CHUNK) continue
    if (!stream.write(chunk)) await once(stream, 'drain')
    chunk = ''
  }
  stream.end(chunk)
  await finished
}

const ESCAPES = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function copied(value) {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString().slice(0, -1).replace('T', ' ')
  return typeof value === 'string' ? value.replace(/[\\\n\r\t]/g, found => ESCAPES[found]) : String(value)
}
