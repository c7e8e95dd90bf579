/** A component that is not localized has the same content in all translations, whatever part of it a body names. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenEntry } from '../../../src/admin-api/content-api.ts'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { ROOT, SECRETS } from '../../identity/administrators/admin-app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startedDatabase } from '../../support/prepared-database.ts'
import { folderWith } from '../../support/worlds/folder-with.ts'
import { query } from './write-app.ts'

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } }
const component = (name: string, attributes: object) => ({
  [`src/components/parts/${name}.json`]: {
    collectionName: `components_parts_${name}`,
    info: { displayName: name },
    attributes,
  },
})
const type = (name: string, attributes: object, more: object = {}) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes,
    ...more,
  },
})
const media = (multiple: boolean) => ({ type: 'media', multiple, allowedTypes: ['images'] })
const parts = (of: string, repeatable = false) => ({ type: 'component', component: `parts.${of}`, repeatable })

const PROJECT = folderWith({
  'package.json': { name: 'shared', private: true },
  ...component('line', { text: { type: 'string' } }),
  ...component('box', {
    label: { type: 'string', required: true },
    weight: { type: 'integer', default: 7 },
    at: { type: 'datetime' },
    facts: { type: 'json' },
    secret: { type: 'password' },
    to: { type: 'relation', relation: 'oneToOne', target: 'api::person.person' },
    others: { type: 'relation', relation: 'oneToMany', target: 'api::person.person' },
    image: media(false),
    main: parts('line'),
    lines: parts('line', true),
  }),
  ...type('person', { name: { type: 'string' } }),
  ...type(
    'page',
    {
      title: { type: 'string', ...LOCALIZED },
      box: parts('box'),
      rows: parts('box', true),
      zone: { type: 'dynamiczone', components: ['parts.box', 'parts.line'] },
      album: media(true),
    },
    { options: { draftAndPublish: true }, ...LOCALIZED },
  ),
  'content/locales.json': ['en', 'fr', 'de'].map(code => ({ code, name: code })),
  'content/person.json': [{ name: 'Ada' }, { name: 'Ben' }],
  'content/files.json': [1, 2, 3].map(number => ({
    $key: `f${number}`,
    ...{
      name: `${number}.jpg`,
      hash: `h${number}`,
      ext: '.jpg',
      mime: 'image/jpeg',
      size: 1,
      url: `/uploads/h${number}.jpg`,
    },
    provider: 'local',
  })),
})

interface Part {
  readonly id: number
  readonly [name: string]: unknown
}
interface Shared {
  readonly box: Part | null
  readonly rows: readonly Part[]
  readonly zone: readonly Part[]
  readonly album: unknown
}

const FULL = {
  label: 'a',
  weight: 2,
  at: '2024-02-29T13:14:15.016Z',
  facts: { b: 1, a: [true, null] },
  secret: 'some password',
  to: 2,
  others: [2, 1],
  image: 3,
  main: { text: 'm' },
  lines: [{ text: 'l1' }, { text: 'l2' }],
}
const PAGES = '/admin/api/content/api::page.page'
const PUBLIC = { 'api::page.page': 'https://site.example/?t={token}' }

describe.each(CLIENTS)('shared components on %s', client => {
  let app: App
  let database: DatabaseConfig
  let token = ''

  const call = async (line: string, data?: object, as: string | null = token) => {
    const [method = '', url = ''] = line.split(' ')
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: as === null ? {} : { authorization: `Bearer ${as}` },
      ...(data === undefined ? {} : { payload: data }),
    })
    return { status: answer.statusCode, body: answer.json() as { data: unknown; error?: { message: string } } }
  }
  const open = async (id: number) => (await call(`GET ${PAGES}/${id}`)).body.data as OpenEntry
  const shared = async (id: number) => (await open(id)).values as unknown as Shared
  const save = async (id: number, data: object, pending = false) => {
    expect(await call(`PUT ${PAGES}/${id}`, { data, pending })).toMatchObject({ status: 200 })
  }
  const create = async (data: object, more: object = {}) =>
    ((await call(`POST ${PAGES}`, { data, ...more })).body.data as OpenEntry).id
  /** An entry and its translation, with the same of everything that they share. */
  const pair = async (data: object): Promise<readonly [number, number]> => {
    const english = await create({ title: 'en' })
    const french = await create({ title: 'fr' }, { locale: 'fr', translationOf: english })
    await save(english, data)
    return [english, french]
  }
  const expectSame = async ([one, other]: readonly [number, number]) => {
    const values = await shared(one)
    expect(bare(await shared(other))).toEqual(bare({ ...values, title: 'fr' }))
    return values
  }

  beforeAll(async () => {
    const folder = await PROJECT
    database = await startedDatabase(client, folder)
    app = await buildTestApp({ folder, database, secrets: SECRETS, admin: { preview: PUBLIC } })
    await call('POST /admin/api/first-admin', { ...ROOT, code: await app.firstAdminCode() }, null)
    const { body } = await call('POST /admin/api/login', ROOT, null)
    token = (body.data as { token: string }).token
  })

  it('a body that names one field leaves the others as they are, in every translation', async () => {
    const both = await pair({ box: FULL })
    const { box } = await expectSame(both)
    const before = (await shared(both[1])).box!
    expect(box).toMatchObject({ weight: 2, to: { items: [{ id: 2 }] }, image: { id: 3 }, main: { text: 'm' } })
    await save(both[0], { box: { id: box!.id, label: 'b' } })
    expect((await expectSame(both)).box).toMatchObject({ ...bareOf(box!), label: 'b' })
    // The other way round, with a component inside.
    await save(both[1], { box: { id: before.id, lines: [{ id: idIn(before.lines, 1) }, { text: 'new' }] } })
    const { box: after } = await expectSame(both)
    expect(after).toMatchObject({ id: box!.id, label: 'b', weight: 2, main: { id: idIn(box!.main) } })
    expect(after!.lines).toMatchObject([{ id: idIn(box!.lines, 1), text: 'l2' }, { text: 'new' }])
    expect((await shared(both[1])).box).toMatchObject({ id: before.id, main: { id: idIn(before.main) } })
    const secrets = await query(database, 'select distinct secret from components_parts_box where secret is not null')
    expect(secrets).toHaveLength(1)
  })

  it('parts of a list and of a zone keep their ids when they move', async () => {
    const zone = [
      { __component: 'parts.line', text: 'z1' },
      { __component: 'parts.box', ...FULL },
      { __component: 'parts.line', text: 'z2' },
    ]
    const both = await pair({ rows: [FULL, { label: 'second' }, { label: 'third', to: 1 }], zone })
    const one = await expectSame(both)
    const other = await shared(both[1])
    const named = (list: readonly Part[], index: number) => ({
      id: list[index]!.id,
      __component: list[index]!.__component,
    })
    await save(both[0], {
      rows: [{ id: one.rows[2]!.id, weight: 9 }, { label: 'new' }, { id: one.rows[0]!.id }],
      zone: [named(one.zone, 2), named(one.zone, 1)],
    })
    const moved = await expectSame(both)
    expect(moved.rows).toMatchObject([
      { label: 'third', weight: 9, to: { count: 1 } },
      { label: 'new', weight: 7 },
      { label: 'a' },
    ])
    const now = await shared(both[1])
    expect(now.rows.map(({ id }) => id)).toEqual([other.rows[2]!.id, expect.any(Number), other.rows[0]!.id])
    expect(now.zone.map(({ id }) => id)).toEqual([other.zone[2]!.id, other.zone[1]!.id])
    await save(both[1], { rows: [], zone: [], box: null })
    await expectSame(both)
    expect(await query(database, ORPHANS)).toEqual([])
  })

  it('files that are connected come to all translations', async () => {
    const both = await pair({ album: [2] })
    await save(both[1], { album: { connect: [{ id: 3 }, { id: 1, position: { before: 2 } }] } })
    const { album } = await expectSame(both)
    expect(album).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  it('a translation that never had the component gets it', async () => {
    const both = await pair({ box: FULL })
    const german = await create({ title: 'fr' }, { locale: 'de', translationOf: both[0] })
    expect((await shared(german)).box).toBeNull()
    const { box } = await shared(both[0])
    await save(both[0], { box: { id: box!.id, weight: 3 } })
    expect(await expectSame([both[0], german])).toMatchObject({ box: { label: 'a', weight: 3 } })
  })

  it('translations with pending changes of the same component are published together', async () => {
    const both = await pair({ box: FULL })
    await call(`POST ${PAGES}/${both[0]}/publish`, { locales: ['en', 'fr'] })
    const ids = await Promise.all(both.map(async id => (await shared(id)).box!.id))
    await save(both[0], { box: { id: ids[0], label: 'b' } }, true)
    await save(both[1], { box: { id: ids[1], weight: 5 } }, true)
    expect(await call(`POST ${PAGES}/${both[0]}/publish`, { locales: ['en', 'fr'] })).toMatchObject({ status: 200 })
    expect((await expectSame(both)).box).toMatchObject({ id: ids[0], label: 'b', weight: 5, main: { text: 'm' } })
    // One replaces what the other one changes.
    await save(both[0], { box: { label: 'new' } }, true)
    await save(both[1], { box: { id: ids[1], label: 'last' } }, true)
    expect(await call(`POST ${PAGES}/${both[0]}/publish`, { locales: ['en', 'fr'] })).toMatchObject({ status: 200 })
    expect((await expectSame(both)).box).toMatchObject({ label: 'last' })
  })

  it('a preview shows pending changes of a component that another translation has replaced', async () => {
    const both = await pair({ box: FULL })
    await call(`POST ${PAGES}/${both[0]}/publish`, { locales: ['en', 'fr'] })
    const { box } = await shared(both[1])
    await save(both[1], { box: { id: box!.id, label: 'soon' } }, true)
    await save(both[0], { box: { label: 'other' } })
    const { url } = (await call(`GET ${PAGES}/${both[1]}/preview-url`)).body.data as { url: string }
    const shown = await call(`GET /admin/api/preview?populate=box&token=${new URL(url).searchParams.get('t')}`)
    expect(shown).toMatchObject({ status: 200, body: { data: { attributes: { box: { label: 'soon' } } } } })
  })
})

/** Components that nobody has any more. */
const ORPHANS = `
  select 'box', id from components_parts_box where id not in (select component_id from pages_components where component_type = 'parts.box')
  union all
  select 'line', id from components_parts_line where id not in (select component_id from pages_components where component_type = 'parts.line')
    and id not in (select component_id from components_parts_box_components where component_type = 'parts.line')`

/** Without the ids of components; those of related entries and files stay. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null || 'items' in value || 'mime' in value) return value
  return bareOf(value)
}

function bareOf(part: object): object {
  const members = Object.entries(part).filter(([name]) => name !== 'id')
  return Object.fromEntries(members.map(([name, member]) => [name, bare(member)]))
}

function idIn(value: unknown, index?: number): number {
  return (index === undefined ? (value as Part) : (value as readonly Part[])[index]!).id
}
