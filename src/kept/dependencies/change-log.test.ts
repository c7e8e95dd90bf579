import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/support/cpu-time.ts'
import { ChangeLog, changeOf } from './change-log.ts'
import { changeText, parseChange } from './change-text.ts'
import { indexedTable, type TableChange } from './content-change.ts'
import type { Dependencies, TableDependency, Watch } from './dependencies.ts'
import { packIds } from './id-sets.ts'

const LIST: Watch = { inserts: [], deletes: true, columns: new Set(['rank']) }

/** A list of articles by rank that shows titles, with the tags of each. */
function listOf(ids: readonly number[], watch: Watch | null = LIST): Dependencies {
  const articles = { watch, rows: [{ key: 'id', set: 0, columns: new Set(['title']) }] }
  const links = { watch: null, rows: [{ key: 'article_id', set: 0, columns: 'any' as const }] }
  const tables = new Map<string, TableDependency>([
    ['articles', articles],
    ['articles_tags_links', links],
  ])
  return { plan: { tables, sets: 1, bytes: 0 }, ids: packIds([ids]) }
}

const change = (kind: TableChange['kind'], keys: TableChange['keys'], ...columns: string[]): TableChange => ({
  table: 'articles',
  kind,
  columns,
  keys,
})

test.each<[string, TableChange, boolean]>([
  ['a shown column of a shown row', change('update', { id: [5] }, 'title'), true],
  ['a shown column of another row', change('update', { id: [6] }, 'title'), false],
  ['a column that is not shown', change('update', { id: [5] }, 'views'), false],
  ['a column of the sort, in any row', change('update', { id: [6] }, 'rank'), true],
  ['a shown column of unknown rows', change('update', {}, 'title'), true],
  ['a new row', change('insert', { id: [9] }), true],
  [
    'a new row, some of whose values are described',
    { ...change('insert', { id: [9] }), hashes: { rank: 3, title: null } },
    true,
  ],
  ['a deleted row', change('delete', { id: [9] }), true],
  ['anything', change('any', {}), true],
  [
    'a new link of a shown row',
    { ...change('insert', { article_id: [5], tag_id: [7] }), table: 'articles_tags_links' },
    true,
  ],
  [
    'a new link of another row',
    { ...change('insert', { article_id: [7], tag_id: [5] }), table: 'articles_tags_links' },
    false,
  ],
  [
    'a row that moves',
    {
      ...change('update', { id: [5] }, 'rank'),
      moved: [
        [
          { kind: 'a', published_at: null },
          { kind: null, published_at: 1 },
        ],
      ],
    },
    true,
  ],
  ['what the search index has of it', { ...change('any', {}), table: indexedTable('articles') }, false],
  ['another table', { ...change('any', {}), table: 'authors' }, false],
])('%s', (_name, each, touches) => {
  const log = new ChangeLog()
  log.changed([each])
  expect(log.hasTouched(listOf([3, 5]), 0)).toBe(touches)
  expect(log.hasTouched(listOf([3, 5]), log.now)).toBe(false)
  expect(parseChange(changeText([each], 1000))).toEqual([each])
})

test('an answer that was not checked for longer than the log reaches counts as touched', () => {
  const log = new ChangeLog()
  const one = listOf([5], null)
  for (let id = 100; id < 1000; id += 1) log.changed([change('update', { id: [id] }, 'title')])
  expect(log.hasTouched(one, 0)).toBe(false)
  for (let id = 1000; id < 1200; id += 1) log.changed([change('update', { id: [id] }, 'title')])
  expect(log.hasTouched(one, 0)).toBe(true)
  expect(log.hasTouched(one, 1000)).toBe(false)
  log.changed(changeOf(['authors']))
  expect(log.hasTouched(one, 1000)).toBe(false)
  log.changed('all')
  expect(log.hasTouched(one, 1000)).toBe(true)
  expect(log.latest(['authors'])).toBe(log.now)
})

test('a change that does not fit is cut down to its tables, then to everything', () => {
  const long = [change('update', { id: Array.from({ length: 500 }, (_, id) => id) }, 'title')]
  expect(parseChange(changeText(long, 10_000))).toEqual(long)
  expect(changeText(long, 100)).toBe('articles')
  expect(parseChange('articles')).toEqual(changeOf(['articles']))
  expect(changeText(long, 5)).toBe('*')
  expect(changeText([{ ...long[0]!, table: 'my table' }], 10_000)).toBe('*')
  for (const text of ['*', '', 'a *', 'a | {}', 'a | [["a"]]', 'a | [["a","u",["x"],{"id":["5"]}]]', 'a | nonsense'])
    expect([text, parseChange(text)]).toEqual([text, 'all'])
})

test('a million dependencies: a write costs nothing more, a check little, and an id four bytes', async () => {
  const log = new ChangeLog()
  const answers = Array.from({ length: 10_000 }, (_, page) =>
    listOf(
      Array.from({ length: 100 }, (__, row) => page * 100 + row),
      null,
    ),
  )
  const bytes = answers.reduce((sum, { ids }) => sum + ids.byteLength, 0)
  expect(bytes).toBe(answers.length * (100 + 1) * 4)
  for (let id = 0; id < 100; id += 1) log.changed([change('update', { id: [id * 10_000] }, 'title')])
  let touched = 0
  // A million comparisons.
  const milliseconds = await cpuTime(() => {
    touched = answers.filter(each => log.hasTouched(each, 0)).length
  })
  expect(touched).toBe(100)
  expect(milliseconds).toBeLessThan(5000)
})

/** Counts how often it is asked, whatever for. */
class CountingMap<K, V> extends Map<K, V> {
  asked = 0

  override get(key: K): V | undefined {
    this.asked += 1
    return super.get(key)
  }

  override has(key: K): boolean {
    this.asked += 1
    return super.has(key)
  }

  override *keys(): MapIterator<K> {
    for (const key of super.keys()) {
      this.asked += 1
      yield key
    }
  }
}

test('a check looks at the tables that have changed since, not at all that the answer is made from', () => {
  const log = new ChangeLog()
  const names = Array.from({ length: 50 }, (_, index) => `table_${index}`)
  const dependency: TableDependency = { watch: LIST, rows: [] }
  const tables = new CountingMap(names.map(name => [name, dependency]))
  const answer: Dependencies = { plan: { tables, sets: 0, bytes: 0 }, ids: packIds([]) }
  for (const name of names) log.changed(changeOf([name]))
  const asOf = log.now
  log.changed(changeOf(['elsewhere']))
  log.changed([{ ...change('update', { id: [1] }, 'title'), table: 'table_7' }])
  expect(log.hasTouched(answer, asOf)).toBe(false)
  log.changed([{ ...change('update', { id: [1] }, 'rank'), table: 'table_7' }])
  expect(log.hasTouched(answer, asOf)).toBe(true)
  expect(tables.asked).toBeLessThan(12)
  expect(log.hasTouched(answer, asOf - 1)).toBe(true)
})

test('ids beyond 32 bits', () => {
  const log = new ChangeLog()
  log.changed([change('update', { id: [2 ** 40 + 1] }, 'title')])
  expect(log.hasTouched(listOf([3, 2 ** 40 + 1], null), 0)).toBe(true)
  expect(log.hasTouched(listOf([3, 2 ** 40], null), 0)).toBe(false)
})
