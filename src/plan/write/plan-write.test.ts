import { describe, expect, test } from 'vitest'
import {
  create,
  EVERYTHING,
  type Json,
  NOW,
  problemsOf,
  relation,
  typed,
  update,
  valuesOf,
  world,
} from '../../../test/support/worlds/write-world.ts'

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
    expect(problemsOf(create(attributes, { word: 'ä'.repeat(37) }))).toEqual([
      'word: Password must be less than 73 bytes',
    ])
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
    ])
    expect(problemsOf(create(numbers, { whole: 2.5, ratio: '1e999', big: '9223372036854775808' }))).toEqual([
      'whole: whole must be an integer',
    ])
    expect(problemsOf(create(numbers, { ratio: '1e999', big: '9223372036854775808' }))).toEqual([
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

  test('a list of fields closes the others, and tells nobody whether they exist', () => {
    const attributes = {
      title: { type: 'string' },
      rank: { type: 'integer' },
      tag: relation('manyToOne', 'api::tag.tag'),
    }
    const { context, plan } = world(attributes)
    const writeFields = new Map([['api::lab.lab', new Set(['rank'])]])
    const limited = { ...context, access: { ...EVERYTHING, everything: false, writeFields } }
    const planned = plan({ title: 5, rank: 1, tag: 1, nope: 1, id: 3, createdBy: 1 }, { context: limited })
    expect(problemsOf(planned)).toEqual([
      'title: Invalid parameter title',
      'tag: Invalid parameter tag',
      'nope: Invalid parameter nope',
    ])
    expect(valuesOf(planned)).toEqual({ rank: 1, publishedAt: NOW, createdAt: NOW, updatedAt: NOW })
    expect(planned.write.links).toEqual([])
    expect(problemsOf(plan({ publishedAt: null, rank: 2 }, { context: limited, isDraft: true }))).toEqual([])
    expect(problemsOf(plan({ publishedAt: null, updatedAt: 1 }, { context: limited, mode: 'update' }))).toEqual([
      'publishedAt: Invalid parameter publishedAt',
    ])
    expect(problemsOf(plan({ title: 'x', nope: 1 }, { context: { ...limited, access: EVERYTHING } }))).toEqual([])
  })

  test('a list in place of an object is refused', () => {
    expect(problemsOf(world(title).plan([]))).toEqual([
      `: ${typed('this', 'object', '`null` (cast from the value `[]`).')}`,
    ])
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
      'title: title must not contain the NUL character',
      'rank: rank must be a number from -2147483648 to 2147483647',
      'extra: extra must not contain the NUL character',
    ])
    expect(problemsOf(plan({ title: 'x'.repeat(256) }, strict))).toEqual([
      'title: title must be at most 255 characters',
    ])
    expect(plan({ at: '+012345-01-01' }, strict).refusal?.message).toBe('Invalid date')
  })
})
