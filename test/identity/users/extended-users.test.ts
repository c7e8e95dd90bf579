/** Users whose type a project has extended: relations, files and components are written as with any other entry. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { type Granter, openGranter } from '../../content/write/grant-write.ts'
import { PROJECT, query } from '../../content/write/write-app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { callers, failure, invalid, SECRETS } from './open-users.ts'

const USER = 'plugin::users-permissions.user'
const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target })
const component = (repeatable: boolean) => ({ type: 'component', component: 'parts.link', repeatable })
const hidden = { type: 'string', private: true }
const ATTRIBUTES = {
  username: { type: 'string', minLength: 3, unique: true, required: true },
  email: { type: 'email', minLength: 6, required: true },
  provider: { type: 'string' },
  password: { type: 'password', minLength: 6, private: true },
  resetPasswordToken: hidden,
  confirmationToken: hidden,
  confirmed: { type: 'boolean', default: false },
  blocked: { type: 'boolean', default: false },
  role: { ...relation('manyToOne', 'plugin::users-permissions.role'), inversedBy: 'users' },
  age: { type: 'integer', min: 3 },
  badge: { type: 'string', unique: true },
  favourite: relation('oneToOne', 'api::label.label'),
  labels: relation('oneToMany', 'api::label.label'),
  secrets: relation('oneToMany', 'api::home.home'),
  avatar: { type: 'media', multiple: false },
  link: component(false),
  links: { ...component(true), max: 2 },
}
const NEW = { username: 'ann1', email: 'ann1@example.test', password: 'secret1', role: 1 }

/** The project of the writes, with more attributes for users, and doors open for everybody. */
async function extendedProject(): Promise<string> {
  const folder = join(temporaryFolder(), 'project')
  await cp(PROJECT, folder, { recursive: true })
  const place = join(folder, 'src/extensions/users-permissions/content-types/user')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'schema.json'), JSON.stringify({ collectionName: 'up_users', attributes: ATTRIBUTES }))
  const rights = join(folder, 'content/permissions.json')
  const { public: open } = JSON.parse(await readFile(rights, 'utf8')) as { public: string[] }
  const users = ['find', 'findOne', 'create', 'update', 'destroy'].map(action => `${USER}.${action}`)
  const more = [...users, 'plugin::users-permissions.auth.register']
  const granted = [...open, ...more].filter(action => !action.startsWith('api::home.'))
  await writeFile(rights, JSON.stringify({ public: granted }))
  return folder
}

describe.each(CLIENTS)('extended users on %s', client => {
  let database: DatabaseConfig
  let ask: ReturnType<typeof callers>['ask']
  let rights: Granter
  let labels: readonly number[]

  beforeAll(async () => {
    const folder = await extendedProject()
    database = await freshDatabase(client)
    const app = await buildTestApp({
      folder,
      database,
      dialect: 'strapi4',
      secrets: SECRETS,
      rateLimit: { enabled: false },
    })
    ask = callers(app).ask
    rights = await openGranter(folder, database)
    const made = [1, 2, 3].map(name => ask('POST /api/labels', { body: { data: { name: `${name}` } } }))
    labels = (await Promise.all(made)).map(({ body }) => (body as { data: { id: number } }).data.id)
  })
  beforeEach(async () => {
    const { body } = await ask('GET /api/users')
    for (const { id } of body as { id: number }[]) await ask(`DELETE /api/users/${id}`)
  })

  const make = async (more: object = {}) => {
    const { status, body } = await ask('POST /api/users', { body: { ...NEW, ...more } })
    expect({ status, body }).toMatchObject({ status: 201 })
    return (body as { id: number }).id
  }
  const put = (id: number, body: object) => ask(`PUT /api/users/${id}`, { body })
  const read = async (id: number) => {
    const names = ['favourite', 'labels', 'avatar', 'link', 'links']
    const { body } = await ask(`GET /api/users/${id}?${names.map(name => `populate[${name}]=true`).join('&')}`)
    const user = body as Record<string, unknown>
    const id1 = (value: unknown) => (value as { id: number } | null)?.id ?? null
    return {
      age: user.age,
      favourite: id1(user.favourite),
      labels: (user.labels as unknown[]).map(id1),
      avatar: id1(user.avatar),
      link: (user.link as { label: string } | null)?.label ?? null,
      links: (user.links as { label: string }[]).map(({ label }) => label),
    }
  }
  const rows = async (text: string) => (await query(database, text)).length

  test('POST /api/users stores them; the answer shows the scalars', async () => {
    const [first, second] = labels
    const more = {
      age: 5,
      favourite: first,
      labels: [first, second],
      avatar: 1,
      link: { label: 'l', serial: 'u1' },
      links: [{ label: 'a' }, { label: 'b' }],
    }
    const { status, body } = await ask('POST /api/users', { body: { ...NEW, ...more } })
    const { id } = body as { id: number }
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id,
        username: 'ann1',
        email: 'ann1@example.test',
        provider: 'local',
        confirmed: false,
        blocked: false,
        age: 5,
        badge: null,
        createdAt: '<now>',
        updatedAt: '<now>',
      },
    })
    expect(await read(id)).toEqual({ ...more, link: 'l', links: ['a', 'b'] })
  })

  test('PUT /api/users/:id changes them in every form', async () => {
    const [first, second, third] = labels as [number, number, number]
    const id = await make({ favourite: first, labels: [first, second], link: { label: 'l' }, avatar: 1 })
    const body = {
      labels: { connect: [{ id: third, position: { start: true } }], disconnect: [second] },
      favourite: { connect: [second] },
      link: null,
      links: [{ label: 'only' }],
    }
    expect((await put(id, body)).status).toBe(200)
    const changed = { favourite: second, labels: [third, first], avatar: 1, link: null, links: ['only'] }
    expect(await read(id)).toMatchObject(changed)
    expect((await put(id, { age: 4 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ ...changed, age: 4 })
    expect((await put(id, { labels: null, favourite: null, avatar: null, links: [] })).status).toBe(200)
    expect(await read(id)).toMatchObject({ favourite: null, labels: [], avatar: null, links: [] })
  })

  test('a bad body changes nothing and is told what is wrong', async () => {
    const missing = '1 relation(s) of type api::label.label associated with this entity do not exist'
    const tooMany = 'links field must have less than or equal to 2 items'
    const tooYoung = 'age must be greater than or equal to 3'
    const id = await make({ badge: 'k', links: [{ label: 'stays' }] })
    expect(await put(id, { labels: [9999], age: 9 })).toEqual(invalid(['', missing]))
    expect(await put(id, { links: [{}, { label: 'x' }, { label: 'y' }], age: 1 })).toEqual(
      invalid(['age', tooYoung], ['links', tooMany]),
    )
    expect(await put(id, { links: [{ label: 5 }] })).toEqual(
      invalid(['links.0.label', 'links[0].label must be a `string` type, but the final value was: `5`.']),
    )
    expect(await put(id, { age: 9, links: [{ id: 99_999, label: 'x' }] })).toEqual(
      failure(400, 'ApplicationError', 'Some of the provided components in links are not related to the entity'),
    )
    expect(await read(id)).toMatchObject({ age: null, links: ['stays'] })
    const other = { ...NEW, username: 'other', email: 'other@example.test' }
    const plain = (message: string) => failure(400, 'ApplicationError', message)
    const post = (more: object) => ask('POST /api/users', { body: { ...other, ...more } })
    expect(await post({ labels: [9999] })).toEqual(plain(missing))
    expect(await post({ links: [{}], age: 1 })).toEqual(plain('2 errors occurred'))
    expect(await post({ badge: 'k' })).toEqual(plain('This attribute must be unique'))
    expect(await rows('select id from up_users')).toBe(1)
  })

  test('relations to what the caller may not read are passed over', async () => {
    const id = await make({ secrets: [9999] })
    expect((await put(id, { secrets: [9999] })).status).toBe(200)
  })

  test('a registration may bring them too', async () => {
    const { role: _, ...body } = { ...NEW, labels: [labels[0]], links: [{ label: 'r' }], age: 7 }
    const { status, body: answer } = await ask('POST /api/auth/local/register', { body })
    expect(status).toBe(200)
    const { id } = (answer as { user: { id: number } }).user
    expect(await read(id)).toMatchObject({ age: 7, labels: [labels[0]], links: ['r'] })
    const bad = { ...body, username: 'reg2', email: 'reg2@example.test', links: [{}], age: 1 }
    expect(await ask('POST /api/auth/local/register', { body: bad })).toEqual(
      invalid(['age', 'age must be greater than or equal to 3'], ['links.0.label', 'links[0].label must be defined.']),
    )
  })

  test('nothing of a deleted user stays behind', async () => {
    const id = await make({ labels, avatar: 1, link: { label: 'l', others: labels }, links: [{ label: 'a' }] })
    expect((await ask(`DELETE /api/users/${id}`)).status).toBe(200)
    for (const table of [
      'up_users_components',
      'up_users_labels_links',
      'up_users_role_links',
      'components_parts_links',
      'components_parts_links_others_links',
    ])
      expect([table, await rows(`select * from ${table}`)]).toEqual([table, 0])
    expect(await rows(`select id from files_related_morphs where related_type = '${USER}'`)).toBe(0)
  })

  test('a list of fields to write limits users as well', async () => {
    const id = await make()
    await rights.grant({ role: 'public', type: USER, actions: ['update'], writeFields: ['age', 'links'] })
    expect((await put(id, { age: 8, links: [{ label: 'ok' }] })).status).toBe(200)
    expect(await put(id, { age: 9, blocked: true, role: 2, labels: [labels[0]] })).toEqual(
      invalid(
        ['blocked', 'Invalid parameter blocked'],
        ['role', 'Invalid parameter role'],
        ['labels', 'Invalid parameter labels'],
      ),
    )
    expect(await read(id)).toMatchObject({ age: 8, labels: [] })
    await rights.grant({ role: 'public', type: USER, actions: ['update'] })
  })
})
