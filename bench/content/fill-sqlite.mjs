/** Puts the content into the tables of an SQLite file; its indexes are made afterwards, which is quicker. */
import Database from 'better-sqlite3'

export function fillSqlite(filename, tables) {
  const database = new Database(filename)
  const mode = database.pragma('journal_mode', { simple: true })
  // Without this, SQLite keeps its journal, and writes all the content twice.
  database.unsafeMode()
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  database.pragma('foreign_keys = off')
  const names = new Set(tables.map(table => table.name))
  /** @type {any[]} */
  const all = database
    .prepare("select name, tbl_name as owner, sql from sqlite_master where type = 'index' and sql is not null")
    .all()
  const indexes = all.filter(index => names.has(index.owner))
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  database.transaction(() => {
    for (const table of tables) insert(database, table)
  })()
  for (const { sql } of indexes) database.exec(sql)
  database.pragma(`journal_mode = ${mode}`)
  database.close()
}

function insert(database, { name, columns, rows }) {
  const places = columns.map(() => '?').join(', ')
  const statement = database.prepare(
    `insert into "${name}" (${columns.map(column => `"${column}"`).join(', ')}) values (${places})`,
  )
  for (const row of rows()) statement.run(row.map(stored))
}

function stored(value) {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

export function sqliteVersion() {
  const database = new Database(':memory:')
  const version = database.prepare('select sqlite_version()').pluck().get()
  database.close()
  return version
}

export function dropOurIndexes(filename) {
  const database = new Database(filename)
  const names = database.prepare(
    "select name from sqlite_master where type = 'index' and name like 'populus!_%' escape '!'",
  )
  for (const name of names.pluck().all()) database.exec(`drop index "${name}"`)
  // Those of parts of texts are tables, which their triggers write to.
  /** @type {any} */
  const hidden = database.prepare(
    "select type, name from sqlite_master where name like 'sqlitepopulus!_contains!_%' escape '!' and (type = 'trigger' or sql like 'create virtual %') order by type desc",
  )
  for (const [type, name] of hidden.raw().all()) database.exec(`drop ${type} "${name}"`)
  database.close()
}
