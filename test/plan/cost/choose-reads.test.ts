/** Which relations of a filter SQLite reads once. */
import { expect, test } from 'vitest'
import { chooseReads, findsFew } from '../../../src/plan/cost/choose-reads.ts'
import type { TableStatistics } from '../../../src/plan/cost/table-statistics.ts'
import type { Condition, Test } from '../../../src/plan/read/conditions/condition.ts'
import type { ReadPlan } from '../../../src/plan/read/read-plan.ts'
import { buildSchema } from '../../../src/schema/load/build-schema.ts'
import type { LinkedAttribute } from '../../../src/schema/schema.ts'
import { relation, typeFile } from '../../support/worlds/write-world.ts'

const { schema } = buildSchema({
  ...typeFile('article', {
    author: relation('manyToOne', 'api::author.author', { inversedBy: 'articles' }),
    tags: relation('manyToMany', 'api::tag.tag'),
    slug: { type: 'string', unique: true },
    kind: { type: 'enumeration', enum: ['story', 'guide'] },
  }),
  ...typeFile('author', {
    name: { type: 'string' },
    articles: relation('oneToMany', 'api::article.article', { mappedBy: 'author' }),
  }),
  ...typeFile('tag', { name: { type: 'string' }, editors: relation('manyToMany', 'api::author.author') }),
})
const type = (name: string) => schema.types.get(`api::${name}.${name}`)!
const SIZES: Readonly<Record<string, number>> = {
  articles: 10_000,
  authors: 1000,
  tags: 200,
  articles_author_links: 10_000,
  articles_tags_links: 30_000,
  tags_editors_links: 400,
}
const statistics = (database: 'sqlite' | 'postgres', sizes = SIZES): TableStatistics => ({
  database,
  rows: table => sizes[table] ?? 0,
  width: () => 20,
})

const EQUAL: Test = { kind: 'compare', operator: '=', value: 'x' }
const ABOVE: Test = { kind: 'compare', operator: '>', value: 'x' }

function tested(owner: string, name: string, target: string, test: Test, negated = false): Condition {
  const attribute = type(owner).attributes.get(name) as LinkedAttribute
  const model = type(target)
  const scalar = [...model.attributes.values()].find(each => each.kind === 'scalar' && each.column === 'name')!
  const column = { kind: 'scalar', attribute: scalar } as Extract<Condition, { kind: 'test' }>['column']
  return { kind: 'some', attribute, target: model, visible: null, condition: { kind: 'test', column, test, negated } }
}

const chosen = (where: Condition, known: TableStatistics, search: ReadPlan['search'] = null) =>
  chooseReads({ where, search }, type('article'), known)

const isReadOnce = (condition: Condition, sizes = SIZES, database: 'sqlite' | 'postgres' = 'sqlite') =>
  (chosen(condition, statistics(database, sizes)) as { readOnce?: boolean }).readOnce === true

test.each([
  ['one value of an author', tested('article', 'author', 'author', EQUAL), true],
  ['one value of a tag', tested('article', 'tags', 'tag', EQUAL), true],
  ['all but one value of a tag', tested('article', 'tags', 'tag', EQUAL, true), false],
  ['half of the tags', tested('article', 'tags', 'tag', ABOVE), false],
])('%s', (_name, condition, expected) => {
  expect(isReadOnce(condition)).toBe(expected)
  expect(isReadOnce(condition, SIZES, 'postgres')).toBe(false)
})

test('a few articles of many authors are looked at one by one', () => {
  const condition = tested('article', 'author', 'author', EQUAL)
  expect(isReadOnce(condition, { ...SIZES, articles: 50, articles_author_links: 50 })).toBe(false)
})

test('so are those that a unique value leaves', () => {
  const slug = type('article').attributes.get('slug')!
  const one = { kind: 'test', column: { kind: 'scalar', attribute: slug }, test: EQUAL, negated: false } as Condition
  const both: Condition = { kind: 'all', items: [one, tested('article', 'author', 'author', EQUAL)] }
  expect(chosen(both, statistics('sqlite'))).toBe(both)
})

test('and those that a search finds', () => {
  const condition = tested('article', 'author', 'author', EQUAL)
  const search = { terms: [] } as unknown as ReadPlan['search']
  expect(chosen(condition, statistics('sqlite'), search)).toBe(condition)
})

test('a relation of a related entry is chosen by itself', () => {
  const outer = { ...tested('article', 'tags', 'tag', EQUAL), condition: tested('tag', 'editors', 'author', EQUAL) }
  expect(chosen(outer, statistics('sqlite'))).toMatchObject({ readOnce: true, condition: { readOnce: true } })
})

const compared = (name: string, test: Test): Condition => ({
  kind: 'test',
  column: { kind: 'scalar', attribute: type('article').attributes.get(name)! } as Extract<
    Condition,
    { kind: 'test' }
  >['column'],
  test,
  negated: false,
})
const search: Test = { kind: 'search', pattern: '%harbour%', hasParts: true }

test.each([
  ['a part of a text', compared('slug', search), true],
  ['one of a few values', compared('kind', EQUAL), false],
  [
    'a part of the texts and of one of a few values: _q',
    { kind: 'any', items: [compared('slug', search), compared('kind', search)] },
    true,
  ],
] satisfies [string, Condition, boolean][])('few rows pass: %s', (_name, condition, expected) => {
  expect(findsFew(condition)).toBe(expected)
})
