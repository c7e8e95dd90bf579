/** No statement may make a number of 32 bits of an id, and no check may refuse larger ones. Whatever looks like it is listed here. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findNodes, nodesIn } from '../../support/source-code.ts'

type Listed = readonly (readonly [file: string, part: string])[]

const STATEMENT =
  /\bint4\b|::int\b|::integer\b|\bas integer\b|\binteger\[\]|(?:\bid|_id|\bid'\)\}) integer\b|\bserial\b/
const STATEMENTS: Listed = [
  // A boolean, one row, numbers of servers, and places in a list.
  ['src/tables/desired/own-tables.ts', 'integer not null primary key, version'],
  ['src/sql/postgres.ts', ')::int`'],
  ['src/changes/postgres-changes.ts', 'id integer not null primary key, log'],
  ['src/sql/compile-write.ts', 'as integer) where exists'],
  ['src/storage/postgres/pooler.ts', 'select $1::int4 as one'],
  ['src/tables/migrate/announce-triggers.ts', "current_setting('server_version_num')::int4"],
  ['src/tables/migrate/trigger-advice.ts', "current_setting('server_version_num')::int4"],
  // Numbers of the sources of a search index, and how many rows wait.
  ['src/tables/search/postgres-store.ts', 'count(*)::int4'],
  ['src/tables/search/postgres-store.ts', 'id serial primary key, name text not null unique'],
  ['src/tables/search/postgres-store.ts', 'tg_argv[0]::int4'],
  // Bytes of a part of an upload, and characters of a name.
  ['src/media/resumable/upload-rows.ts', 'substring('],
  // Of SQLite.
  ['src/sql/places/place-keys.ts', 'as integer)'],
  ['src/strapi/archive/link-store.ts', 'type text, id integer, field text'],
  // Tables that Strapi must be able to use as well.
  ['src/tables/existing/id-room.ts', 'serial primary key'],
  ['src/transfer/backup/structure/make-tables.ts', 'serial'],
]

const LIMIT = /^2n? \*\* 31n?$|^2_?147_?483_?64[78]$|^Int32Array$|\\d\{1,(?:9|10)\}/
const LIMITS: Listed = [
  // Values of attributes of the type integer.
  ['src/schema/rules/number-tests.ts', '2 ** 31'],
  ['src/plan/read/conditions/filter-value.ts', '2n ** 31n'],
  // Milliseconds, and numbers of rows.
  ['src/config/settings/settings-schema.ts', '2_147_483_647'],
  ['src/storage/sqlite/sqlite-database.ts', '2 ** 31'],
  ['src/plan/read/resolve-page.ts', '2 ** 31'],
  ['src/content/aggregate/scan-groups.ts', 'Int32Array'],
  // Bytes, signals, and ids that are known to be small.
  ['src/kept/cached-body.ts', 'Int32Array'],
  ['src/content/read/columns/', 'Int32Array'],
  ['src/kept/dependencies/id-sets.ts', ''],
  ['src/transfer/export/line-buffer.ts', 'Int32Array'],
  ['src/storage/sqlite/sqlite-snapshot.ts', 'Int32Array'],
  ['src/tables/existing/id-room.ts', '2 ** 31'],
]

/** SQLite has integers of one size, and MySQL is only read. */
const isElsewhere = (place: string): boolean => /sqlite|mysql/.test(place.slice(0, place.indexOf(':')))

const isStatement = (node: ts.Node): boolean =>
  (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node)) &&
  STATEMENT.test(node.getText())

const isLimit = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node) ||
    ts.isNumericLiteral(node) ||
    ts.isIdentifier(node) ||
    ts.isRegularExpressionLiteral(node)) &&
  LIMIT.test(node.getText())

test.each([
  ['statements', STATEMENT, isStatement, STATEMENTS],
  ['limits', /2n? \*\* 31|147_?483|Int32Array|\\d\{1,(?:9|10)\}/, isLimit, LIMITS],
] as const)('%s have room for large ids', (_what, mentions, isWanted, listed) => {
  const isAt = (place: string, [file, part]: Listed[number]) =>
    (file.endsWith('/') ? place.startsWith(file) : place.startsWith(`${file}:`)) && place.includes(part)
  const found = findNodes(mentions, isWanted)
  expect(found.filter(place => !isElsewhere(place) && !listed.some(each => isAt(place, each)))).toEqual([])
  expect(listed.filter(each => !found.some(place => isAt(place, each)))).toEqual([])
})

test.each([
  ['sql`where id = any($1::int4[])`', isStatement],
  ['sql`select cast(x as integer)`', isStatement],
  ['sql`create table t (entry_id integer not null)`', isStatement],
  ['const fits = id <= 2 ** 31 - 1', isLimit],
  ['const fits = id < 2_147_483_648', isLimit],
  ['const ids = new Int32Array(4)', isLimit],
  [String.raw`const isId = /^\d{1,10}$/.test(id)`, isLimit],
])('%s is found', (text, isWanted) => {
  expect(nodesIn('x.ts', text, isWanted)).toHaveLength(1)
})
