/**
 * Indexes of parts of texts in a SQLite file: for each column, an FTS5 table that refers to the rows and has none of their text. Triggers keep
 * it, whoever writes. The names begin with `sqlite`, which hides the tables from Strapi.
 */
import { column, type Fragment, join, literal, name, sql } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { WantedParts } from './wanted-parts.ts'

const PREFIX = 'sqlitepopulus_contains_'
const EVENTS = ['insert', 'update', 'delete'] as const

export const sqlitePartsName = ({ table, column: of }: WantedParts): string => `${PREFIX}${table}.${of}`

/** Whether the file has such an index. */
export async function hasSqliteParts(run: RunFragment): Promise<boolean> {
  return (await run(FOUND)).length > 0
}

/** Returns the columns that were indexed just now. */
export async function makeSqliteParts(
  run: RunFragment,
  dialect: Pick<SqlDialect, 'compile'>,
  wanted: readonly WantedParts[],
): Promise<readonly WantedParts[]> {
  const found = new Map((await run(FOUND)).map(([kind, key, text]) => [`${kind} ${key}`, definitionOf(String(text))]))
  const textOf = (statement: Fragment) => definitionOf(dialect.compile(statement).text)
  const current = wanted.filter(each =>
    [...definitions(each)].every(([key, statement]) => found.get(key) === textOf(statement)),
  )
  const kept = new Set(current.flatMap(each => [...definitions(each).keys()]))
  // Triggers first, because they write to the tables.
  for (const key of [...found.keys()].sort().reverse()) {
    const [kind, ...rest] = key.split(' ')
    const named = name(rest.join(' '))
    if (!kept.has(key)) await run(kind === 'trigger' ? sql`drop trigger if exists ${named}` : sql`drop table ${named}`)
  }
  const missing = wanted.filter(each => !current.includes(each))
  for (const each of missing) {
    for (const statement of definitions(each).values()) await run(statement)
    const index = name(sqlitePartsName(each))
    await run(sql`insert into ${index} (${index}) values ('rebuild')`)
  }
  return missing
}

/** SQLite keeps the first words of a statement in its own way. */
function definitionOf(statement: string): string {
  return statement.replace(/^create (?:virtual )?(?:table|trigger) /i, '')
}

/** The tables that FTS5 makes for itself begin with the same name. */
const FOUND = sql`
  select type, name, sql from main.sqlite_master
  where name like 'sqlitepopulus\\_contains\\_%' escape '\\' and (type = 'trigger' or sql like 'create virtual %')`

/** By kind and name. */
function definitions(parts: WantedParts): ReadonlyMap<string, Fragment> {
  const index = sqlitePartsName(parts)
  const options = sql`content=${literal(parts.table)}, content_rowid='id', tokenize='trigram', detail=none, columnsize=0`
  return new Map([
    [`table ${index}`, sql`create virtual table ${name(index)} using fts5(${name(parts.column)}, ${options})`],
    ...EVENTS.map(event => [`trigger ${index}_${event}`, trigger(event, index, parts)] as const),
  ])
}

function trigger(event: (typeof EVENTS)[number], index: string, { table, column: of }: WantedParts): Fragment {
  const when = { insert: sql`insert`, update: sql`update of ${name(of)}`, delete: sql`delete` }[event]
  const values = (row: 'new' | 'old') => sql`${column(row, 'id')}, ${column(row, of)}`
  const names = sql`${name('rowid')}, ${name(of)}`
  const remove = sql`insert into ${name(index)} (${name(index)}, ${names}) values ('delete', ${values('old')});`
  const add = sql`insert into ${name(index)} (${names}) values (${values('new')});`
  const steps = { insert: [add], update: [remove, add], delete: [remove] }[event]
  return sql`create trigger ${name(`${index}_${event}`)} after ${when} on ${name(table)} begin ${join(steps, ' ')} end`
}
