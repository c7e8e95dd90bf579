import { describe, expect, test } from 'vitest'
import { buildSchema } from '../schema/build-schema.ts'
import type { Access } from './access.ts'
import { STRAPI4 } from './dialect.ts'
import type { PlanContext } from './plan-context.ts'
import { collectTargets, collectUnique, planWrite, type WriteOptions } from './plan-write.ts'
import type { EntryWrite } from './write-plan.ts'

type Json = Record<string, unknown>

const NOW = new Date('2024-05-06T07:08:09.010Z')
const EVERYTHING: Access = { fingerprint: '', everything: true, actions: new Set(), fields: new Map() }

function typeFile(name: string, attributes: Json, more: Json = {}): Json {
  const info = { singularName: name, pluralName: `${name}s` }
  const path = `src/api/${name}/content-types/${name}/schema.json`
  return { [path]: { collectionName: `${name}s`, info, ...more, attributes } }
}

function componentFile(uid: string, attributes: Json): Json {
  return { [`src/components/${uid.replace('.', '/')}.json`]: { collectionName: uid.replace('.', '_'), attributes } }
}

const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

/** A content type `lab` with the given attributes, beside tags, authors, a link and a card. */
function world(attributes: Json, more: Json = { options: { draftAndPublish: true } }) {
  const { schema } = buildSchema({
    ...typeFile('tag', { name: { type: 'string' } }),
    ...typeFile('author', { name: { type: 'string' } }),
    ...componentFile('shared.card', {
      title: { type: 'string', required: true },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    }),
    ...componentFile('shared.link', {
      label: { type: 'string', maxLength: 3 },
      size: { type: 'integer', default: 4 },
      key: { type: 'string', unique: true },
      tag: relation('oneToOne', 'api::tag.tag'),
    }),
    ...typeFile('lab', attributes, more),
  })
  const settings = { strictTypes: false } as PlanContext['settings']
  const context: PlanContext = { schema, access: EVERYTHING, dialect: STRAPI4, settings, defaultLocale: 'en' }
  const plan = (data: unknown, options: Partial<WriteOptions> = {}) =>
    planWrite(data as Json, schema.types.get('api::lab.lab')!, {
      mode: 'create',
      isDraft: false,
      context,
      now: NOW,
      ...options,
    })
  return { plan, context }
}

const create = (attributes: Json, data: Json, options: Partial<WriteOptions> = {}) =>
  world(attributes).plan(data, options)
const update = (attributes: Json, data: Json, options: Partial<WriteOptions> = {}) =>
  world(attributes).plan(data, { mode: 'update', ...options })

/** `label: message` for each problem. */
const problemsOf = ({ problems }: { problems: readonly { path: readonly string[]; message: string }[] }) =>
  problems.map(({ path, message }) => `${path.join('/')}: ${message}`)

const valuesOf = ({ write }: { write: EntryWrite }) =>
  Object.fromEntries(write.scalars.map(({ attribute, value }) => [attribute.name, value]))

const typed = (path: string, type: string, rest: string) =>
  `${path} must be a \`${type}\` type, but the final value was: ${rest}`

describe('texts', () => {
  const title = { type: 'string', required: true, minLength: 2, maxLength: 5 }

  test.each([
    [{}, ['title: title must be defined.']],
    [{ title: null }, [`title: ${typed('title', 'string', '`null`.')}`]],
    [{ title: 5 }, [`title: ${typed('title', 'string', '`5`.')}`]],
    [
      { title: { a: [1, 'b', null] } },
      [`title: ${typed('title', 'string', '`{\n  "a": [\n    "1",\n    "\\"b\\"",\n    "null"\n  ]\n}`.')}`],
    ],
    [{ title: 'x' }, ['title: title must be at least 2 characters']],
    [{ title: 'xxxxxx' }, ['title: title must be at most 5 characters']],
    [{ title: 'fine' }, []],
  ])('%j', (data, problems) => {
    expect(problemsOf(create({ title }, data))).toEqual(problems)
  })

  test('a draft may lack them and may be shorter, not longer', () => {
    const draft = (data: Json) => problemsOf(create({ title }, { publishedAt: null, ...data }, { isDraft: true }))
    expect([draft({}), draft({ title: null }), draft({ title: 'x' })]).toEqual([[], [], []])
    expect(draft({ title: 'xxxxxx' })).toEqual(['title: title must be at most 5 characters'])
  })

  test('an update may leave them out', () => {
    expect(problemsOf(update({ title }, {}))).toEqual([])
    expect(problemsOf(update({ title }, { title: null }))).toEqual([`title: ${typed('title', 'string', '`null`.')}`])
  })

  test('patterns pass an empty text only if it is optional', () => {
    const attributes = {
      a: { type: 'string', regex: '^[a-z]+$' },
      b: { type: 'string', regex: '^[a-z]+$', required: true },
    }
    expect(problemsOf(create(attributes, { a: '', b: '' }))).toEqual(['b: b must match the following: "/^[a-z]+$/"'])
  })

  test('addresses, slugs and lists of values', () => {
    const attributes = {
      mail: { type: 'email', minLength: 9 },
      slug: { type: 'uid' },
      kind: { type: 'enumeration', enum: ['news', 'blog'] },
    }
    expect(problemsOf(create(attributes, { mail: 'x', slug: 'a b', kind: 'nope' }))).toEqual([
      'mail: mail must be a valid email',
      'slug: slug must match the following: "/^[A-Za-z0-9-_.~]*$/"',
      'kind: kind must be one of the following values: news, blog, ',
    ])
    expect(problemsOf(create(attributes, { mail: '', kind: [] }))).toEqual([
      'mail: mail cannot be empty',
      `kind: ${typed('kind', 'string', '`[]`.')}`,
      'kind: kind must be one of the following values: news, blog, ',
    ])
  })

  test('a password that bcrypt would cut is refused', () => {
    const attributes = { word: { type: 'password' } }
    expect(problemsOf(create(attributes, { word: 'ä'.repeat(36) }))).toEqual([])
    expect(problemsOf(create(attributes, { word: 'ä'.repeat(37) }))).toEqual(['word: word must be at most 72 bytes'])
  })
})

describe('other values', () => {
  const numbers = { whole: { type: 'integer', min: 1, max: 10 }, ratio: { type: 'float' }, big: { type: 'biginteger' } }

  test('numbers are read from texts', () => {
    const plan = create(numbers, { whole: ' 7 ', ratio: '1e3', big: '+007' })
    expect(plan.problems).toEqual([])
    expect(valuesOf(plan)).toMatchObject({ whole: 7, ratio: 1000, big: '7' })
  })

  test('what is no number is refused', () => {
    expect(problemsOf(create(numbers, { whole: 'abc', ratio: {}, big: '1.5' }))).toEqual([
      `whole: ${typed('whole', 'number', '`NaN` (cast from the value `"abc"`).')}`,
      `ratio: ${typed('ratio', 'number', '`NaN` (cast from the value `{}`).')}`,
      'big: big must be a whole number from -9223372036854775808 to 9223372036854775807',
    ])
    expect(problemsOf(create(numbers, { whole: 2.5, ratio: '1e999', big: '9223372036854775808' }))).toEqual([
      'whole: whole must be an integer',
      'ratio: ratio must be a finite number',
      'big: big must be a whole number from -9223372036854775808 to 9223372036854775807',
    ])
    expect(problemsOf(create(numbers, { whole: 0 }))).toEqual(['whole: whole must be greater than or equal to 1'])
    expect(problemsOf(create(numbers, { whole: 11 }))).toEqual(['whole: whole must be less than or equal to 10'])
  })

  test('a required number that is null is no number', () => {
    const required = { n: { type: 'integer', required: true } }
    expect(problemsOf(create(required, { n: null }))).toEqual([`n: ${typed('n', 'number', '`NaN`.')}`])
  })

  test.each([
    ['TRUE', true],
    ['0', false],
    [1, true],
    [null, null],
  ])('a boolean from %j', (given, stored) => {
    expect(valuesOf(create({ on: { type: 'boolean' } }, { on: given })).on).toBe(stored)
  })

  test('any other text is no boolean', () => {
    expect(problemsOf(create({ on: { type: 'boolean' } }, { on: 'yes' }))).toEqual([
      `on: ${typed('on', 'boolean', '`"yes"`.')}`,
    ])
  })

  test('JSON is stored as text, an array must be one', () => {
    const attributes = { extra: { type: 'json' }, list: { type: 'array' } }
    expect(valuesOf(create(attributes, { extra: 'x', list: [1, null] }))).toMatchObject({
      extra: '"x"',
      list: '[1,null]',
    })
    expect(problemsOf(create(attributes, { list: '[1]' }))).toEqual([`list: ${typed('list', 'array', '`"[1]"`.')}`])
  })

  test('types without a rule of their own are demanded by name', () => {
    const attributes = { day: { type: 'date', required: true }, extra: { type: 'json', required: true } }
    expect(problemsOf(create(attributes, { day: null }))).toEqual([
      'day: day must be defined.',
      'extra: extra must be defined.',
    ])
    expect(problemsOf(update(attributes, { day: null }))).toEqual(['day: day cannot be null.'])
  })
})

describe('dates', () => {
  const attributes = {
    day: { type: 'date' },
    clock: { type: 'time' },
    at: { type: 'datetime' },
    stamp: { type: 'timestamp' },
  }

  test('are cast', () => {
    const plan = create(attributes, {
      day: '2020-02-03T10:00:00Z',
      clock: '10:00:00.5',
      at: 1600000000000,
      stamp: '2020-01-01T00:00:00Z',
    })
    expect(valuesOf(plan)).toMatchObject({
      day: '2020-02-03',
      clock: '10:00:00.500',
      at: new Date(1600000000000),
      stamp: new Date('2020-01-01T00:00:00Z'),
    })
    expect(plan.refusal).toBeNull()
  })

  test.each([
    [{ day: 'x' }, 'Invalid format, expected yyyy-MM-dd'],
    [{ day: 5 }, 'Invalid format, expected yyyy-MM-dd'],
    [{ day: '2020-02-30' }, 'Invalid date'],
    [{ clock: '10:00' }, 'Invalid time format, expected HH:mm:ss.SSS'],
    [{ clock: 5 }, 'Expected a string, got a number'],
    [{ at: {} }, 'Invalid format, expected a timestamp or an ISO date'],
    [{ at: '' }, 'Invalid format, expected a timestamp or an ISO date'],
    [{ at: 'x', day: 'x' }, 'Invalid format, expected yyyy-MM-dd'],
  ])('%j is refused apart from the other problems', (data, message) => {
    const plan = create(attributes, data)
    expect(plan.problems).toEqual([])
    expect(plan.refusal).toMatchObject({ status: 400, wireName: 'ValidationError', message, details: {} })
  })
})

describe('what the server decides', () => {
  const title = { title: { type: 'string', default: 'none' } }

  test('a new entry is published now and has its times', () => {
    expect(valuesOf(create(title, {}))).toEqual({ title: 'none', publishedAt: NOW, createdAt: NOW, updatedAt: NOW })
  })

  test('unless the body says when', () => {
    expect(valuesOf(create(title, { publishedAt: null }, { isDraft: true })).publishedAt).toBeNull()
    expect(valuesOf(create(title, { publishedAt: '2020-01-01T00:00:00Z' })).publishedAt).toEqual(
      new Date('2020-01-01T00:00:00Z'),
    )
  })

  test('an update changes what is named, and its time', () => {
    expect(valuesOf(update(title, {}))).toEqual({ updatedAt: NOW })
    expect(valuesOf(update(title, { title: null, publishedAt: null }))).toEqual({
      title: null,
      publishedAt: null,
      updatedAt: NOW,
    })
  })

  test('an explicit null beats the default', () => {
    expect(valuesOf(create(title, { title: null })).title).toBeNull()
  })

  test('unknown and closed names are dropped', () => {
    const data = {
      id: 7,
      createdAt: 'x',
      updatedAt: 'x',
      createdBy: 1,
      updatedBy: 1,
      nope: 1,
      constructor: 1,
      toString: 'x',
    }
    const { write, problems, refusal } = update(title, data)
    expect({ problems, refusal, links: write.links }).toEqual({ problems: [], refusal: null, links: [] })
    expect(valuesOf({ write })).toEqual({ updatedAt: NOW })
  })

  test('the locale is chosen on create only', () => {
    const localized = world(title, { pluginOptions: { i18n: { localized: true } } })
    expect(valuesOf(localized.plan({})).locale).toBe('en')
    expect(valuesOf(localized.plan({ locale: 'fr', localizations: [1] })).locale).toBe('fr')
    const changed = localized.plan({ locale: 'fr', localizations: [1] }, { mode: 'update' })
    expect(valuesOf(changed)).toEqual({ updatedAt: NOW })
    expect(changed.write.links).toEqual([])
  })

  test('a list of fields closes the others', () => {
    const attributes = {
      title: { type: 'string' },
      rank: { type: 'integer' },
      tag: relation('manyToOne', 'api::tag.tag'),
    }
    const writeFields = () => new Set(['rank'])
    const { write } = create(attributes, { title: 'x', rank: 1, tag: 1 }, { writeFields })
    expect(valuesOf({ write })).toEqual({ rank: 1, publishedAt: NOW, createdAt: NOW, updatedAt: NOW })
    expect(write.links).toEqual([])
    expect(valuesOf(update(attributes, { publishedAt: null }, { writeFields }))).toEqual({ updatedAt: NOW })
  })

  test('a list in place of an object is refused', () => {
    expect(problemsOf(world(title).plan([]))).toEqual([
      `: ${typed('this', 'object', '`null` (cast from the value `[]`).')}`,
    ])
  })
})

describe('relations', () => {
  const attributes = {
    tag: relation('manyToOne', 'api::tag.tag'),
    tags: relation('manyToMany', 'api::tag.tag'),
    cover: { type: 'media', multiple: false },
    files: { type: 'media', multiple: true },
  }
  const changes = (plan: { write: EntryWrite }) =>
    Object.fromEntries(plan.write.links.map(({ attribute, change }) => [attribute.name, change]))
  const set = (...ids: number[]) => ({ kind: 'set', ids })
  const end = { kind: 'end' }

  test.each([
    [3, set(3)],
    ['3', set(3)],
    [{ id: 3 }, set(3)],
    [[1, { id: 2 }, '1'], set(1, 2)],
    [null, set()],
    [[], set()],
    [{ set: [2, 1] }, set(2, 1)],
    [{ set: [] }, set()],
    [{ set: null }, undefined],
    [{ bogus: 1 }, undefined],
    [{ connect: [], disconnect: null }, undefined],
    [
      { connect: [1, 1, { id: '2' }] },
      {
        kind: 'patch',
        connect: [
          { id: 1, position: end },
          { id: 2, position: end },
        ],
        disconnect: [],
        strict: true,
      },
    ],
    [{ disconnect: [1, { id: 2 }, 'x'] }, { kind: 'patch', connect: [], disconnect: [1, 2], strict: true }],
    [{ disconnect: 4 }, { kind: 'patch', connect: [], disconnect: [4], strict: true }],
    [
      {
        connect: [
          { id: 1, position: { before: '5' } },
          { id: 2, position: { after: 1 } },
          { id: 3, position: { start: true } },
        ],
        options: { strict: false },
      },
      {
        kind: 'patch',
        connect: [
          { id: 1, position: { kind: 'before', id: 5 } },
          { id: 2, position: { kind: 'after', id: 1 } },
          { id: 3, position: { kind: 'start' } },
        ],
        disconnect: [],
        strict: false,
      },
    ],
  ])('%j', (given, change) => {
    const plan = update(attributes, { tags: given, files: given })
    expect(plan.problems).toEqual([])
    expect(changes(plan)).toEqual(change === undefined ? {} : { tags: change, files: change })
  })

  test('a to-one relation keeps the first of several on create, the last on update', () => {
    expect(changes(create(attributes, { tag: [1, 2], cover: [1, 2] }))).toEqual({ tag: set(1), cover: set(1) })
    expect(changes(update(attributes, { tag: [1, 2], cover: [1, 2] }))).toEqual({ tag: set(2), cover: set(2) })
    expect(changes(update(attributes, { tag: { connect: [1, 2] } }))).toEqual({
      tag: { kind: 'patch', connect: [{ id: 2, position: end }], disconnect: [], strict: true },
    })
  })

  test('all ids that are named must exist', () => {
    const { write } = update(attributes, {
      tag: [1, 2],
      tags: { connect: [3], disconnect: [4] },
      cover: 5,
      files: { set: [6] },
    })
    expect([...collectTargets(write)]).toEqual([
      ['api::tag.tag', new Set([1, 2, 3])],
      ['plugin::upload.file', new Set([5, 6])],
    ])
  })

  test('what cannot be an id is counted as missing', () => {
    const { write } = update(attributes, { tags: ['abc', 'abc', 'def', -1, 2.5, 2 ** 40, true, 7] })
    const ids = [...collectTargets(write).get('api::tag.tag')!]
    expect(ids.filter(id => id > 0)).toEqual([7])
    expect(ids).toHaveLength(7)
  })

  test('missing ones are one problem of the whole entry', () => {
    const missing = [{ uid: 'api::tag.tag', count: 2 }]
    expect(update(attributes, { tags: [8, 9] }, { found: { taken: [], missing } }).problems).toEqual([
      { path: [], message: '2 relation(s) of type api::tag.tag associated with this entity do not exist' },
    ])
  })

  test.each([
    [{ connect: 5 }],
    [{ set: 5 }],
    [{ connect: [{}] }],
    [[null]],
    [[{ x: 1 }]],
    [[[1]]],
    [{ disconnect: [{}] }],
  ])('%j is no relation', given => {
    expect(problemsOf(update(attributes, { tags: given }))).toEqual([': Invalid relations'])
  })

  test('positions that contradict each other are refused', () => {
    const refusal = (data: Json) => create(attributes, data).refusal?.message
    const twice = { connect: [{ id: 1, position: { start: true } }, 1] }
    expect(refusal({ tags: twice })).toBe(
      'The relation with id 1 is already connected. You cannot connect the same relation twice.',
    )
    expect(
      refusal({
        tags: {
          connect: [
            { id: 1, position: { before: 2 } },
            { id: 2, position: { before: 1 } },
          ],
        },
      }),
    ).toContain('A circular reference')
    expect(refusal({ tags: { connect: [{ id: 1, position: { before: 9 } }], options: { strict: false } } })).toContain(
      'needs to be connected first',
    )
    expect(refusal({ tag: twice })).toBeUndefined()
    expect(update(attributes, { tags: twice }).refusal?.message).toContain('already connected')
  })

  test('a required relation may not be missing; files may', () => {
    const required = {
      tag: relation('manyToOne', 'api::tag.tag', { required: true }),
      cover: { type: 'media', required: true },
    }
    expect(problemsOf(create(required, {}))).toEqual(['tag: tag must be defined.'])
    expect(problemsOf(update(required, { tag: null, cover: null }))).toEqual(['tag: tag cannot be null.'])
    expect(problemsOf(create(required, { publishedAt: null }, { isDraft: true }))).toEqual([])
  })

  test('relations to what the caller may not find are dropped, in components too', () => {
    const { plan, context } = world({
      ...attributes,
      link: { type: 'component', component: 'shared.link' },
      author: relation('manyToOne', 'api::author.author'),
    })
    const access: Access = { ...EVERYTHING, everything: false, actions: new Set(['api::author.author.find']) }
    const { write } = plan(
      { tag: 1, tags: [1], author: 2, cover: 3, link: { tag: 4, label: 'x' } },
      { context: { ...context, access } },
    )
    expect(changes({ write })).toEqual({ author: set(2), cover: set(3) })
    expect(write.components[0]?.items[0]?.entry.links).toEqual([])
  })

  test('morph relations name types', () => {
    const morphs = {
      subject: { type: 'relation', relation: 'morphToOne' },
      subjects: { type: 'relation', relation: 'morphToMany' },
    }
    const tag = (id: number) => ({ __type: 'api::tag.tag', id })
    const plan = update(morphs, { subject: tag(1), subjects: [tag(2), tag(3)] })
    expect(plan.write.morphs.map(({ attribute, targets }) => [attribute.name, targets])).toEqual([
      ['subject', [{ uid: 'api::tag.tag', id: 1 }]],
      [
        'subjects',
        [
          { uid: 'api::tag.tag', id: 2 },
          { uid: 'api::tag.tag', id: 3 },
        ],
      ],
    ])
    expect(problemsOf(update(morphs, { subjects: [{ __type: 'no.such', id: 1 }] }))).toEqual([': Invalid relations'])
    expect(problemsOf(update(morphs, { subjects: { connect: [tag(1)] } }))).toEqual([': Invalid relations'])
  })
})

describe('components and zones', () => {
  const attributes = {
    card: { type: 'component', component: 'shared.card' },
    links: { type: 'component', component: 'shared.link', repeatable: true, min: 2, max: 3 },
    zone: { type: 'dynamiczone', components: ['shared.card'] },
  }

  test('messages have brackets, paths have parts', () => {
    expect(create(attributes, { links: [{}, { label: 'long', size: 'x' }] }).problems).toEqual([
      { path: ['links', '1', 'label'], message: 'links[1].label must be at most 3 characters' },
      { path: ['links', '1', 'size'], message: typed('links[1].size', 'number', '`NaN` (cast from the value `"x"`).') },
    ])
  })

  test('problems of items come in the order in which they are found', () => {
    expect(problemsOf(create(attributes, { links: [{ size: 'x', key: 'asks' }, { label: 'long' }, null, 5] }))).toEqual(
      [
        `links/2: ${typed('links[2]', 'object', '`null`.')}`,
        `links/3: ${typed('links[3]', 'object', '`null` (cast from the value `5`).')}`,
        'links/1/label: links[1].label must be at most 3 characters',
        `links/0/size: ${typed('links[0].size', 'number', '`NaN` (cast from the value `"x"`).')}`,
        'links: links field must have less than or equal to 3 items',
      ],
    )
  })

  test('an attribute whose name begins another one comes after it', () => {
    const both = {
      part: { type: 'string', required: true },
      parts: { type: 'string', required: true },
      b: { type: 'string', required: true },
    }
    expect(problemsOf(create(both, {}))).toEqual([
      'parts: parts must be defined.',
      'part: part must be defined.',
      'b: b must be defined.',
    ])
  })

  test('the number of items is checked, unless there are none', () => {
    expect(problemsOf(create(attributes, { links: [{}] }))).toEqual(['links: links field must have at least 2 items'])
    expect(problemsOf(create(attributes, { links: [] }))).toEqual([])
  })

  test('lists are never null, and required ones must be there even in a draft', () => {
    expect(problemsOf(create(attributes, { links: null, zone: null }))).toEqual([
      `links: ${typed('links', 'array', '`null`.')}`,
      `zone: ${typed('zone', 'array', '`null`.')}`,
    ])
    const required = {
      links: { ...attributes.links, required: true },
      zone: { ...attributes.zone, required: true },
      card: { ...attributes.card, required: true },
    }
    expect(problemsOf(create(required, { publishedAt: null }, { isDraft: true }))).toEqual([
      'links: links must be defined.',
      'zone: zone must be defined.',
    ])
    expect(problemsOf(create(required, {}))).toContain('card: card must be defined.')
    expect(problemsOf(create(required, { links: [], zone: [], card: { title: 'x' } }))).toEqual([
      'links: links field must have at least 2 items',
    ])
  })

  test('an update keeps components by their id, and makes the others with their defaults', () => {
    const { write } = update(attributes, { links: [{ id: 5, label: 'a' }, { id: '6' }, { label: 'b' }] })
    const [links] = write.components
    expect(links?.items.map(({ id, entry }) => [id, valuesOf({ write: entry })])).toEqual([
      [5, { label: 'a' }],
      [6, {}],
      [null, { label: 'b', size: 4 }],
    ])
  })

  test('ids in what is new are passed over', () => {
    const inside = ({ write }: { write: EntryWrite }) =>
      write.components[0]?.items.map(({ id, entry }) => [id, entry.components[0]?.items.map(item => item.id)])
    expect(inside(create(attributes, { card: { id: 5, title: 'x', links: [{ id: 6 }] } }))).toEqual([[null, [null]]])
    expect(inside(update(attributes, { card: { title: 'x', links: [{ id: 6 }] } }))).toEqual([[null, [null]]])
    expect(inside(update(attributes, { card: { id: 5, links: [{ id: 6 }] } }))).toEqual([[5, [6]]])
  })

  test('an id that no component can have stays an id, so that it is refused', () => {
    const [links] = update(attributes, { links: [{ id: null }, { id: 'x' }] }).write.components
    expect(links?.items.map(({ id }) => id! < 0)).toEqual([true, true])
  })

  test('one component cannot stand in two places', () => {
    expect(problemsOf(update(attributes, { links: [{ id: 5 }, { id: 5 }] }))).toEqual([
      'links/1: links[1] has the same id as links[0]',
    ])
  })

  test('null removes a single component', () => {
    expect(update(attributes, { card: null }).write.components.map(({ items }) => items)).toEqual([[]])
    expect(problemsOf(update(attributes, { card: [] }))).toEqual([`card: ${typed('card', 'object', '`[]`.')}`])
  })

  test('an update demands of a new component only that nothing is null', () => {
    expect(problemsOf(update(attributes, { card: {} }))).toEqual([])
    expect(problemsOf(update(attributes, { card: { title: null } }))).toEqual([
      `card/title: ${typed('card.title', 'string', '`null`.')}`,
    ])
  })

  test('zones take the components of their list', () => {
    expect(problemsOf(create(attributes, { zone: [{ __component: 'shared.card', title: 'x' }] }))).toEqual([])
    expect(problemsOf(create(attributes, { zone: [{ __component: 'shared.link' }] }))).toEqual([
      'zone/0/__component: zone[0].__component must be one of the following values: shared.card',
    ])
    expect(problemsOf(create(attributes, { zone: [{ __component: 'no.such' }] }))).toEqual([
      'zone/0/__component: zone[0].__component must be one of the following values: shared.link, shared.card',
      ': Invalid relations',
    ])
    expect(problemsOf(create(attributes, { zone: [{ title: 'x' }] }))).toEqual([
      'zone/0/__component: zone[0].__component is a required field',
      ': Cannot build relations store from dynamiczone, component identifier is undefined',
    ])
    expect(problemsOf(create(attributes, { zone: [null] }))).toEqual([
      `zone/0: ${typed('zone[0]', 'object', '`null`.')}`,
      ': Invalid relations',
    ])
  })

  test('unique values are collected with the component that has them', () => {
    const unique = { ...attributes, code: { type: 'string', unique: true }, slug: { type: 'uid' } }
    const { write } = update(unique, {
      code: 'c',
      slug: 's',
      links: [{ id: 5, key: 'k' }, { key: 'n' }, { key: null }],
    })
    const found = (stored?: Json) =>
      collectUnique(write, stored).map(({ model, attribute, value, path, componentId }) => [
        model.uid,
        attribute.name,
        value,
        path.join('/'),
        componentId,
      ])
    expect(found()).toEqual([
      ['api::lab.lab', 'code', 'c', 'code', null],
      ['api::lab.lab', 'slug', 's', 'slug', null],
      ['shared.link', 'key', 'k', 'links/0/key', 5],
      ['shared.link', 'key', 'n', 'links/1/key', null],
    ])
    expect(found({ code: 'c', slug: 'other', key: 'k' }).map(([, name]) => name)).toEqual(['slug', 'key', 'key'])
    const taken = [['slug'], ['links', '1', 'key']]
    expect(
      problemsOf(update(unique, { slug: 's', links: [{ key: 'k' }, { key: 'n' }] }, { found: { taken, missing: [] } })),
    ).toEqual(['links/1/key: This attribute must be unique', 'slug: This attribute must be unique'])
  })
})

describe('a database with strict types', () => {
  test('is not asked to store what it cannot', () => {
    const attributes = {
      title: { type: 'string' },
      rank: { type: 'integer' },
      extra: { type: 'json' },
      at: { type: 'datetime' },
    }
    const { plan, context } = world(attributes)
    const strict = { context: { ...context, settings: { ...context.settings, strictTypes: true } } }
    const data = { title: 'a\0b', rank: 2 ** 31, extra: { a: '\0' } }
    expect(problemsOf(plan(data))).toEqual([])
    expect(problemsOf(plan(data, strict))).toEqual([
      'title: title may not hold the character NUL',
      'rank: rank must be a number from -2147483648 to 2147483647',
      'extra: extra may not hold the character NUL',
    ])
    expect(problemsOf(plan({ title: 'x'.repeat(256) }, strict))).toEqual([
      'title: title must be at most 255 characters',
    ])
    expect(plan({ at: '+012345-01-01' }, strict).refusal?.message).toBe('Invalid date')
  })
})
