/** Bodies that cannot be stored: refused with a 4xx that says where the mistake is, and nothing is changed. On both databases. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { type Answer, allRows, type Method, openWriteApp, type WriteApp } from './write-app.ts'

const NUL = 'a\0b'
/** Half of a character, which no UTF-8 can hold. */
const HALF = 'a\ud800'

/** Values that are refused everywhere, by attribute of an item. */
const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  title: [null, 5, true, [], {}, 'x'.repeat(301), HALF],
  code: [5, false, ['x'], { a: 1 }, HALF],
  slug: ['not a slug!', 5, NUL, HALF, {}],
  text: [5, [], {}, HALF],
  mail: ['nomail', '', 5, {}, HALF],
  secret: [5, {}, 'x'.repeat(73)],
  kind: ['zzz', 5, {}, [], NUL],
  rank: ['abc', 1.5, {}, [], true, 'NaN', 'Infinity', '1.5', ''],
  views: ['abc', 1.5, '1.5', {}, [], true, '12x', '9223372036854775808', '-9223372036854775809', 1e30, '1'.repeat(40)],
  score: ['abc', {}, [], true, 'NaN', 'Infinity', '-Infinity', '1e999'],
  price: ['abc', {}, [], true, 'Infinity'],
  flag: ['maybe', 2, {}, [], 'null'],
  day: ['x', 5, {}, [], true, '2024-02-30', '2024-13-01', '24-01-01', '10000-01-01'],
  clock: ['x', 5, {}, [], '25:00:00', '10:60:00', '10:00'],
  at: ['x', {}, [], true, '2024-02-30T00:00:00Z', '2024-01-01T25:00:00Z', 9e15, '+275760-09-14T00:00:00.000Z'],
  stamp: ['x', {}, [], false, '2024-02-30T00:00:00Z', -9e15],
  publishedAt: ['x', {}, [], true, '2024-13-01'],
  words: ['x', 5, {}, true],
  story: [
    [5],
    [{ type: 'nope' }],
    [{ type: 'paragraph' }],
    [{ type: 'paragraph', children: [{ type: 'text', text: {} }] }],
  ],
  head: [
    5,
    'x',
    [],
    true,
    [{}],
    { text: 5 },
    { main: 5 },
    { main: { label: null } },
    { links: 'x' },
    { links: null },
  ].concat([
    { links: [null] },
    { links: [5] },
    { links: [{ label: {} }] },
    { links: [{ label: 'x', to: 999 }] },
    { image: 999 },
    { image: [null] },
  ]),
  links: [
    null,
    5,
    'x',
    {},
    [null],
    [5],
    ['x'],
    [[]],
    [{ label: null }],
    [{ label: 5 }],
    [{ label: 'x', weight: 'y' }],
  ].concat([
    Array.from({ length: 21 }, () => ({ label: 'x' })),
    [{ label: 'x', others: [999] }],
    [{ label: 'x', to: {} }, { label: 5 }],
  ]),
  box: [5, { label: null }, { label: 'x', to: 999 }],
  rows: [null, [{ label: 5 }]],
  blocks: [
    null,
    5,
    'x',
    {},
    [null],
    [5],
    [[]],
    [{}],
    [{ __component: 5 }],
    [{ __component: {} }],
    [{ __component: '' }],
  ].concat([
    [{ __component: 'nope.nope' }],
    [{ __component: '__proto__' }],
    [{ __component: 'constructor' }],
    [{ __component: 'api::person.person' }],
    [{ __component: 'parts.link', label: 'of another zone' }],
    [{ __component: 'blocks.text', text: 5 }],
    [{ __component: 'blocks.people', people: [999] }],
    [{ __component: 'blocks.people', lead: 'x' }],
    [{ __component: 'parts.head', links: [{ label: 5 }] }],
  ]),
}

/** What only a database with strict types cannot store. */
const REFUSED_STRICT: Readonly<Record<string, readonly unknown[]>> = {
  title: [NUL, 'x'.repeat(256), '😀'.repeat(256)],
  code: [NUL, 'x'.repeat(256)],
  slug: ['x'.repeat(256)],
  text: [NUL],
  mail: [`${'a'.repeat(250)}@example.test`],
  rank: [2 ** 31, -(2 ** 31) - 1, 1e300, '2147483648'],
  price: [1e8, -1e8, 1e10, 99_999_999.999, '100000000', 1e300],
  day: ['0000-01-01'],
  at: ['0000-01-01T00:00:00Z', 253_402_300_800_000, -62_167_219_200_001, '+010000-01-01T00:00:00.000Z'],
  stamp: ['0000-01-01T00:00:00Z', 8.64e15],
  data: [NUL, { a: NUL }, { [NUL]: 1 }, [[NUL]], HALF, { a: [HALF] }, { [HALF]: 1 }],
  words: [[NUL], [HALF]],
  story: [[{ type: 'paragraph', children: [{ type: 'text', text: NUL }] }]],
  head: [{ text: NUL }, { main: { label: 'x', weight: 2 ** 31 } }, { links: [{ label: 'x', serial: NUL }] }],
  links: [[{ label: 'x'.repeat(256) }]],
  blocks: [[{ __component: 'blocks.text', text: NUL }]],
  locale: [NUL],
}

/** Strange ids, wherever entries are named. */
const RELATIONS = [
  'owner',
  'pair',
  'tags',
  'parts',
  'heap',
  'buddy',
  'next',
  'previous',
  'up',
  'downs',
  'friends',
  'friendOf',
]
const BAD_RELATIONS: readonly unknown[] = [
  ...['x', '', '1e0', '-1', '1.0', '0x1', ' 1', NUL, HALF, '9'.repeat(400), -1, 0, 1.5, 2 ** 31, 1e300, 999, true],
  ...[
    [[1]],
    [null],
    [{}],
    [1, 999],
    { id: -1 },
    { id: 'x' },
    { id: {} },
    { id: [1] },
    { id: null },
    { set: 'x' },
    { set: {} },
  ],
  ...[
    { set: [null] },
    { set: [{}] },
    { connect: 'x' },
    { connect: 5 },
    { connect: {} },
    { connect: [null] },
    { connect: [{}] },
  ],
  ...[{ connect: [{ id: {} }] }, { connect: [999] }, { disconnect: [null] }, { disconnect: [{}] }],
]
const BAD_POSITIONS: readonly unknown[] = [
  { connect: [{ id: 1, position: { before: 999 } }] },
  { connect: [{ id: 1, position: { after: 'x' } }] },
  { connect: [{ id: 1, position: { before: { id: 1 } } }] },
  { connect: [{ id: 1, position: { before: 1 } }], disconnect: [2] },
  { connect: [1, { id: 1, position: { start: true } }] },
]

/** Whole bodies; the first is the payload, the second its type. */
const BODIES: readonly (readonly [payload: string, contentType?: string])[] = [
  [''],
  ['   '],
  ['{'],
  ['{"data":'],
  ['{"data":{"title":"x",}}'],
  ["{'data':{}}"],
  ['{"data":{"title":"\u0001"}}'],
  ['{"data":{"title":NaN}}'],
  ['\ufeff\ufeff{}'],
  ['\0'],
  ['null'],
  ['true'],
  ['5'],
  ['"x"'],
  ['[]'],
  ['{}'],
  ['{"title":"x"}'],
  ['{"data":null}'],
  ['{"data":5}'],
  ['{"data":"x"}'],
  ['{"data":[]}'],
  ['{"data":[{"title":"x"}]}'],
  ['{"__proto__":{"data":{"title":"x"}}}'],
  ['{"data":{"title":"x"}}', 'text/plain'],
  ['{"data":{"title":"x"}}', 'application/xml'],
  ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['title=x', 'application/x-www-form-urlencoded'],
  ['data=x', 'application/x-www-form-urlencoded'],
  ['data[title][a]=x', 'application/x-www-form-urlencoded'],
  [`data${'[a]'.repeat(5000)}=x`, 'application/x-www-form-urlencoded'],
  [Array.from({ length: 2000 }, (_, index) => `data[a${index}]=x`).join('&'), 'application/x-www-form-urlencoded'],
  ['data[title]=%zz&data[__proto__][title]=x&data[title][]=1', 'application/x-www-form-urlencoded'],
  [`{"data":{"title":"x","data":${'['.repeat(101)}${']'.repeat(101)}}}`],
  [`{"data":{"title":"x","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
  [`{"data":{"title":"x","data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`],
  [`{"data":{"title":"x","head":${'{"head":'.repeat(200)}1${'}'.repeat(200)}}}`],
]

/** The link of the other item that `fill` makes. */
const FOREIGN_LINK = 7

const BAD_IDS = [
  'x',
  '0',
  '-1',
  '1.5',
  '1e0',
  '0x1',
  '2147483648',
  '999',
  '9'.repeat(400),
  '%00',
  '1%00',
  '%20',
  '__proto__',
]

describe.each(CLIENTS)('bad bodies on %s', client => {
  let writes: WriteApp
  let before: readonly string[]
  let own: { readonly item: number; readonly head: number; readonly link: number }

  beforeAll(async () => {
    writes = await openWriteApp(client)
    own = await fill(writes)
    before = await allRows(writes.database)
  })

  afterEach(async () => expect(await allRows(writes.database)).toEqual(before))

  const refused = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, body, hint } = await answer
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy(isRefusal), body: { data: null } })
    return { status, body, hint }
  }

  const values = Object.entries(REFUSED).map(([name, bad]) => {
    const more = client === 'postgres' ? (REFUSED_STRICT[name] ?? []) : []
    return [name, [...bad, ...more]] as const
  })
  if (client === 'postgres') values.push(['data', REFUSED_STRICT.data!], ['locale', REFUSED_STRICT.locale!])

  it.each(values)('values of %s', async (name, bad) => {
    for (const value of bad) {
      const created = await refused(writes.send('POST', 'items', { title: 'x', [name]: value }))
      expect({ value, ...created }).toSatisfy(answer => names(answer, name))
      if (name === 'locale') continue
      const updated = await refused(writes.send('PUT', `items/${own.item}`, { [name]: value }))
      expect({ value, ...updated }).toSatisfy(answer => names(answer, name))
    }
  })

  it.each([...RELATIONS, 'cover', 'gallery'])('entries named by %s', async name => {
    for (const value of BAD_RELATIONS) {
      await refused(writes.send('POST', 'items', { title: 'x', [name]: value }))
      await refused(writes.send('PUT', `items/${own.item}`, { [name]: value }))
    }
  })

  it('entries named by relations of components', async () => {
    for (const to of BAD_RELATIONS) {
      const body = { head: { id: own.head, main: { label: 'x', to } } }
      await refused(writes.send('PUT', `items/${own.item}`, body))
    }
  })

  it.each(['tags', 'parts', 'heap', 'downs', 'friends', 'friendOf', 'gallery'])('positions in %s', async name => {
    for (const value of BAD_POSITIONS) await refused(writes.send('PUT', `items/${own.item}`, { [name]: value }))
  })

  it('positions beside each other', async () => {
    const circle = [
      { id: 1, position: { before: 2 } },
      { id: 2, position: { before: 1 } },
    ]
    await refused(writes.send('POST', 'items', { title: 'x', tags: { connect: circle } }))
    await refused(writes.send('PUT', 'setting', { labels: { connect: circle } }))
  })

  it('ids of components that are not the own ones', async () => {
    const strange = [-1, 0, 1.5, 'x', NUL, 2 ** 31, 1e300, 999, {}, [], true]
    const bodies = [...strange, FOREIGN_LINK].flatMap(id => [
      { head: { id, text: 'x' } },
      { box: { id, label: 'x' } },
      { links: [{ id, label: 'x' }] },
      { head: { id: own.head, main: { id, label: 'x' } } },
      { head: { id: own.head, links: [{ label: 'y' }, { id, label: 'x' }] } },
      { blocks: [{ __component: 'blocks.text', id, text: 'x' }] },
      { blocks: [{ __component: 'parts.head', id, text: 'x' }] },
    ])
    bodies.push({
      links: [
        { id: own.link, label: 'once' },
        { id: own.link, label: 'twice' },
      ],
    } as never)
    bodies.push({ head: { id: own.head + 1, text: 'of another entry' } } as never)
    for (const body of bodies) {
      const { status, body: answer } = await writes.send('PUT', `items/${own.item}`, { title: 'changed', ...body })
      expect({ body, status, answer }).toMatchObject({ status: 400 })
    }
  })

  it.each(BODIES.map(([payload, type = 'application/json']) => [payload.slice(0, 40), type, payload] as const))(
    '%j as %s',
    async (_shown, type, payload) => {
      for (const [method, path] of targets(own.item)) await refused(writes.sendText(method, path, payload, type))
    },
  )

  it('one byte over 1 MiB is 413, 1 MiB is not', async () => {
    const sized = (size: number) => {
      const frame = JSON.stringify({ data: { title: 5, text: '' } })
      return JSON.stringify({ data: { title: 5, text: 'x'.repeat(size - frame.length) } })
    }
    for (const [method, path] of targets(own.item)) {
      expect(await writes.sendText(method, path, sized(2 ** 20 + 1))).toMatchObject({ status: 413 })
      expect((await writes.sendText(method, path, sized(2 ** 20))).status).not.toBe(413)
    }
  })

  it('ids in the path that are none', async () => {
    for (const id of BAD_IDS) {
      expect(await writes.send('PUT', `items/${id}`, { title: 'x' })).toMatchObject({ status: 404 })
      expect(await writes.send('DELETE', `items/${id}`)).toMatchObject({ status: 404 })
      const translation = JSON.stringify({ locale: 'de', title: 'x' })
      expect(await writes.sendText('POST', `items/${id}/localizations`, translation)).toMatchObject({ status: 404 })
    }
  })

  it('locales that are none, or taken', async () => {
    for (const locale of [
      undefined,
      null,
      '',
      'xx',
      5,
      {},
      [],
      ['de'],
      true,
      NUL,
      HALF,
      'en',
      '__proto__',
      'x'.repeat(1000),
    ]) {
      const body = JSON.stringify({ locale, title: 'x' })
      await refused(writes.sendText('POST', `items/${own.item}/localizations`, body))
    }
    for (const locale of ['', 'xx', 5, {}, [], ['de'], true, HALF]) {
      await refused(writes.send('POST', 'items', { title: 'x', locale }))
    }
  })

  it('values that other entries have', async () => {
    expect(names(await refused(writes.send('POST', 'items', { title: 'x', code: 'taken' })), 'code')).toBe(true)
    expect(names(await refused(writes.send('POST', 'people', { name: 'x', email: 'p1@example.test' })), 'email')).toBe(
      true,
    )
    expect(names(await refused(writes.send('POST', 'people', { name: 'x', number: 1 })), 'number')).toBe(true)
    const strange = client === 'postgres' ? [2 ** 31, NUL] : [NUL]
    for (const number of strange) await refused(writes.send('POST', 'people', { name: 'x', number }))
    const linked = { title: 'x', links: [{ label: 'x', serial: 's1' }] }
    expect(names(await refused(writes.send('POST', 'items', linked)), 'links')).toBe(true)
    const twice = {
      title: 'x',
      links: [
        { label: 'x', serial: 'new' },
        { label: 'y', serial: 'new' },
      ],
    }
    await refused(writes.send('POST', 'items', twice))
  })

  it('a query that is refused changes nothing', async () => {
    for (const search of ['fields[0]=secret', 'populate[tags][sort]=nope', 'populate[tags][limit]=x']) {
      const { status } = await writes.send('POST', `items?${search}`, { title: 'x' })
      expect({ search, status }).toEqual({ search, status: 400 })
    }
  })

  it('several mistakes are all told', async () => {
    const answer = await writes.send('POST', 'items', { rank: 'x', title: 5, links: [{ label: 5 }, { weight: 'x' }] })
    const paths = answer.body.error?.details?.errors?.map(({ path }) => path.join('.'))
    expect(paths?.toSorted()).toEqual(['links.0.label', 'links.1.label', 'links.1.weight', 'rank', 'title'])
  })
})

describe.each(CLIENTS)('types of bodies on %s', client => {
  it('reads as JSON what Strapi reads as JSON, and nothing else', async () => {
    const { sendText } = await openWriteApp(client)
    const status = async (type: string) => (await sendText('POST', 'labels', '{"data":{"name":"x"}}', type)).status
    for (const type of ['application/json', 'application/vnd.api+json; charset=utf-8', 'application/json-patch+json']) {
      expect([type, await status(type)]).toEqual([type, 200])
    }
    expect([await status('application/ld+json'), await status('text/plain')]).toEqual([400, 400])
  })
})

describe.each(CLIENTS)('bodies with strange names on %s', client => {
  it('names that every object has are plain members, or nothing', async () => {
    const writes = await openWriteApp(client)
    const text =
      '{"data":{"title":"t","__proto__":{"rank":5,"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,' +
      '"owner":{"__proto__":{"id":1}},"head":{"__proto__":{"text":"x"}},"data":{"__proto__":1,"constructor":2}}}'
    const { status, body } = await writes.sendText('POST', 'items?populate[owner]=true&populate[head]=true', text)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        data: { attributes: { rank: null, owner: { data: null }, head: { text: null }, data: { constructor: 2 } } },
      },
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

const isRefusal = (status: number): boolean => status >= 400 && status < 500

const targets = (id: number): readonly (readonly [Method, string])[] => [
  ['POST', 'items'],
  ['PUT', `items/${id}`],
  ['PUT', 'home'],
]

/** Whether an answer says which attribute is wrong. Related entries are told by their type only, as in Strapi. */
function names({ body, hint }: Answer, name: string): boolean {
  const { message = '', details } = body.error ?? {}
  const paths = details?.errors?.map(({ path }) => path[0]) ?? []
  return paths.includes(name) || hint.startsWith(`at ${name}`) || /relation|locale/i.test(message)
}

/** Some content of every kind. */
async function fill(writes: WriteApp): Promise<{ item: number; head: number; link: number }> {
  const people = [1, 2].map(number => ({ name: 'p', email: `p${number}@example.test`, number }))
  for (const person of people) await writes.create('people', person)
  await writes.create('people', { name: 'with a card', card: { text: 'x', main: { label: 'x' } } })
  for (const name of ['a', 'b', 'c']) await writes.create('labels', { name })
  const item = await writes.create('items', {
    title: 'x',
    code: 'taken',
    owner: 1,
    pair: 2,
    tags: [1, 2],
    parts: [2, 1],
    heap: [3, 2],
    cover: 1,
    gallery: [2, 3],
    head: { text: 'h', main: { label: 'm', to: 1 }, links: [{ label: 'l', others: [1] }] },
    links: [{ label: 'x', serial: 's1' }, { label: 'y' }],
    box: { label: 'box' },
    blocks: [
      { __component: 'blocks.text', text: 't' },
      { __component: 'blocks.people', people: [2, 1] },
    ],
  })
  const other = await writes.create('items', { title: 'other', links: [{ label: 'o' }], head: { text: 'o' } })
  await writes.send('PUT', `items/${item}`, { friends: [other, item], downs: [other], next: other })
  await writes.send('PUT', 'setting', { name: 's', link: { label: 'x' } })
  const { body } = await writes.send('GET', `items/${item}?populate[head]=true&populate[links]=true`)
  const { attributes } = body.data as { attributes: { head: { id: number }; links: { id: number }[] } }
  return { item, head: attributes.head.id, link: attributes.links[0]!.id }
}
