/** The files of named queries: what is wrong with them is said at the start, with file and path. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadQueryFiles } from '../../../src/content/named/load-query-files.ts'
import { StartError } from '../../../src/errors.ts'
import { wireDialect } from '../../../src/plan/wire-dialect.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { WORLD } from '../../support/worlds/world.ts'

const { schema } = await loadSchema(WORLD)
const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: true }

async function problemsOf(files: Readonly<Record<string, unknown>>, within = schema): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-queries-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'queries'))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'queries', name), typeof content === 'string' ? content : JSON.stringify(content))
  const context = { schema: within, dialect: wireDialect(DEFAULT_API), limits: DEFAULT_LIMITS, settings }
  const error = await loadQueryFiles(folder, context).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return []
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).problems
}

const SLUG = { slug: { type: 'string', required: true } }
const PLACE = { $param: 'slug' }
const used = (query: object, parameters: object = SLUG) => ({ type: 'article', query, parameters })
const notAValue = 'a parameter can only take the place of a value'

test.each<[title: string, definition: unknown, problems: readonly string[]]>([
  ['no JSON', '{ "type": }', [' is not JSON: line 1, column 11: unexpected "}"']],
  ['no object', [], [': expected an object']],
  ['no type', {}, [': type: expected the name of a content type']],
  ['another key', { type: 'article', filter: {} }, [': filter: not expected here']],
  ['a mistyped key', { type: 'article', qurey: {} }, [': qurey: did you mean query?']],
  ['an unknown type', { type: 'artcle' }, [': type: there is no content type artcle; did you mean article?']],
  [
    'a built-in type',
    { type: 'plugin::upload.file' },
    [
      ': type: there is no content type plugin::upload.file; available: article, author, bookmark, homepage, secret, tag, team',
    ],
  ],
  ['an unknown field', used({ fields: ['titel'], filters: { slug: PLACE } }), [': query: Invalid parameter titel']],
  [
    'an unknown part',
    { type: 'article', query: { filter: {} } },
    [': query.filter: there is no parameter filter; did you mean filters?'],
  ],
  [
    'an unknown relation',
    { type: 'article', query: { populate: { auhtor: true } } },
    [': query: There is no attribute to populate named auhtor; did you mean author?'],
  ],
  [
    'a place without a parameter',
    { type: 'article', query: { filters: { title: { $eq: PLACE } } } },
    [': query.filters.title.$eq: there is no parameter slug; available: '],
  ],
  [
    'a parameter without a place',
    { type: 'article', parameters: SLUG },
    [': parameters.slug: is used nowhere in the query'],
  ],
  [
    'a field by parameter',
    used({ fields: [PLACE] }),
    [`: query.fields.0: ${notAValue}`, ': parameters.slug: is used nowhere in the query'],
  ],
  ['a sort by parameter', used({ sort: PLACE, filters: { slug: PLACE } }), [`: query.sort: ${notAValue}`]],
  ['a form by parameter', used({ format: PLACE, filters: { slug: PLACE } }), [`: query.format: ${notAValue}`]],
  [
    'a branch by parameter',
    used({ populate: { author: PLACE }, filters: { slug: PLACE } }),
    [`: query.populate.author: ${notAValue}`],
  ],
  ['all filters by parameter', used({ filters: PLACE, locale: PLACE }), [`: query.filters: ${notAValue}`]],
  [
    'a condition by parameter',
    used({ filters: { $or: [PLACE, { slug: PLACE }] } }),
    [`: query.filters.$or.0: ${notAValue}`],
  ],
  [
    'more than a place',
    used({ filters: { slug: { $param: 'slug', $eq: 'a' } } }),
    [': query.filters.slug: expected only { "$param": "<name>" }', ': parameters.slug: is used nowhere in the query'],
  ],
  [
    'a parameter of a wrong type',
    used({ filters: { rank: PLACE } }),
    [/^: query: Invalid value for filters\[rank\]: .*"a"/ as never],
  ],
  [
    'an unknown type of parameter',
    used({ filters: { slug: PLACE } }, { slug: { type: 'text' } }),
    [': parameters.slug.type: expected a type: string, integer, number, boolean, date, datetime, enum, list'],
  ],
  [
    'an option of another type',
    used({ filters: { slug: PLACE } }, { slug: { type: 'string', min: 1 } }),
    [': parameters.slug.min: not expected here'],
  ],
  [
    'a list of lists',
    used({ filters: { slug: PLACE } }, { slug: { type: 'list', of: { type: 'list' } } }),
    [': parameters.slug.of.type: expected a type: string, integer, number, boolean, date, datetime, enum, list'],
  ],
  [
    'a bad name',
    used({ filters: { slug: { $param: 'a-b' } } }, { 'a-b': { type: 'string' } }),
    [': parameters.a-b: expected a name such as slug'],
  ],
  [
    'a bad default',
    used({ filters: { slug: PLACE } }, { slug: { type: 'integer', default: '1' } }),
    [': parameters.slug.default: expected a whole number'],
  ],
  [
    'a default that nobody needs',
    used({ filters: { slug: PLACE } }, { slug: { type: 'string', required: true, default: 'a' } }),
    [': parameters.slug.default: a required parameter has no default'],
  ],
  [
    'no unique field',
    { type: 'article', entry: { title: 'a' } },
    [': entry.title: there is no unique field title; available: id, slug'],
  ],
  [
    'two fields',
    { type: 'article', entry: { id: 1, slug: 'a' } },
    [': entry: expected id or one unique field, with its value'],
  ],
  ['no value', { type: 'article', entry: { id: null } }, [': entry.id: expected a value or { "$param": "<name>" }']],
  [
    'an entry that may be absent',
    { type: 'article', entry: { slug: PLACE }, parameters: { slug: { type: 'string' } } },
    [': parameters.slug: must be required or have a default, because it selects the entry'],
  ],
  [
    'an entry of a single type',
    { type: 'homepage', entry: { id: 1 } },
    [': entry: not expected, because a single type has one entry only'],
  ],
  [
    'filters of one entry',
    { type: 'article', entry: { id: 1 }, query: { filters: { title: 'a' } } },
    [': query.filters: has no meaning for a query that reads one entry'],
  ],
])('%s', async (_title, definition, problems) => {
  const found = await problemsOf({ 'home.json': definition })
  expect(found).toHaveLength(problems.length)
  for (const [index, problem] of problems.entries()) {
    const text = found[index]!.replace(/^queries\/home\.json/, '')
    if (typeof problem === 'string') expect(text).toBe(problem)
    else expect(text).toMatch(problem)
  }
})

test('every file is checked, and a good one is no problem', async () => {
  expect(
    await problemsOf({
      'a b.json': { type: 'article' },
      'good.json': used(
        {
          filters: {
            author: { name: { $in: PLACE } },
            blocks: { on: { 'blocks.hero': { heading: { $contains: 'x' } } } },
          },
          populate: { tags: { filters: { name: PLACE } } },
          pagination: { after: { $param: 'after' } },
        },
        { slug: { type: 'list', of: { type: 'string' } }, after: { type: 'string' } },
      ),
      'home.json': { type: 'x' },
      'notes.txt': 'not a query',
    }),
  ).toEqual([
    'queries/a b.json: the name of a query may contain only letters, digits, - and _',
    'queries/home.json: type: there is no content type x; available: article, author, bookmark, homepage, secret, tag, team',
  ])
})

test('a content type of an adopted project keeps the path of named queries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'populus-queries-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await cp(WORLD, folder, { recursive: true })
  const info = { singularName: 'query', pluralName: 'queries', displayName: 'Query' }
  const place = join(folder, 'src/api/query/content-types/query')
  await mkdir(place, { recursive: true })
  await writeFile(
    join(place, 'schema.json'),
    JSON.stringify({ kind: 'collectionType', info, attributes: { title: { type: 'string' } } }),
  )
  // In a project of our own, the name is refused.
  const { schema: taken } = await loadSchema(folder, { adopted: true })
  expect(await problemsOf({}, taken)).toEqual([])
  expect(await problemsOf({ 'home.json': { type: 'article' } }, taken)).toEqual([
    'queries/home.json: the content type api::query.query uses the path of named queries; give it another plural name',
  ])
})
