// A MySQL database as one text of statements that make it again.
import { escapeId, escape as quoted } from 'mysql2'

const ROWS_AT_ONCE = 200

export async function dumpOf(connection) {
  const query = async text => (await connection.query({ sql: text, rowsAsArray: true, typeCast }))[0]
  const tables = (await query('show tables')).map(([name]) => name).sort()
  const parts = ['set names utf8mb4;', "set sql_mode = 'NO_AUTO_VALUE_ON_ZERO';", 'set foreign_key_checks = 0;']
  for (const table of tables) {
    const [[, created]] = await query(`show create table ${escapeId(table)}`)
    parts.push(`${created};`)
    const rows = await query(`select * from ${escapeId(table)}`)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const values = rows.slice(from, from + ROWS_AT_ONCE).map(row => `(${row.map(value => quoted(value)).join(',')})`)
      parts.push(`insert into ${escapeId(table)} values\n${values.join(',\n')};`)
    }
  }
  return `${parts.join('\n')}\nset foreign_key_checks = 1;\n`
}

/** The text of every value, as the server writes it. Strapi has no columns of bytes. */
const typeCast = field => field.string('utf8')
