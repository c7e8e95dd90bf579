import { expect, test } from 'vitest'
import { column, compile, join, literal, name, parentIds, sql, table, value } from './fragment.ts'
import { PARENT_IDS } from './statement.ts'

const select = sql`select ${join([column('t', 'id'), name('a"b')])} from ${table('tags')} as t where ${join([sql`x = ${value(3)}`, sql`y in (${parentIds()})`], ' and ')}`

test('values are bound in their order, names are quoted, tables are listed once', () => {
  expect(compile(sql`${select} union ${select}`, 'postgres')).toMatchObject({
    text: [1, 3]
      .map(at => `select "t"."id", "a""b" from "tags" as t where x = $${at} and y in ($${at + 1})`)
      .join(' union '),
    values: [3, PARENT_IDS, 3, PARENT_IDS],
    tables: ['tags'],
  })
  expect(compile(select, 'sqlite').text).toBe('select "t"."id", "a""b" from "tags" as t where x = ? and y in (?)')
})

test('a table of another schema is listed with it', () => {
  const { text, tables } = compile(sql`delete from ${table('meta', 'populus')}`, 'sqlite')
  expect([text, tables]).toEqual(['delete from "populus"."meta"', ['populus.meta']])
})

test('a literal cannot end its own text', () => {
  expect(compile(sql`default ${literal("it's")}, ${literal(3)}`, 'sqlite').text).toBe("default 'it''s', 3")
})

test('a hole takes nothing but a fragment', () => {
  const text = 'x; drop table tags' as never
  expect(() => compile(sql`select ${text}`, 'sqlite')).toThrow()
  expect(() => compile(sql`select ${{ parts: ['x'] } as never}`, 'sqlite')).toThrow()
})
