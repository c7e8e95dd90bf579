/** What calls of a project's code do that a real Strapi does not, and what they refuse. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../src/identity/access/authenticate.ts'
import { CLIENTS, temporaryFolder } from '../../support/databases.ts'
import { openStrapi } from './open-strapi.ts'

const TAG = 'api::tag.tag'
const ARTICLE = 'api::article.article'
const USER = 'plugin::users-permissions.user'

describe.each(CLIENTS)('%s', client => {
  let strapi: Awaited<ReturnType<typeof openStrapi>>
  beforeAll(async () => {
    strapi = await openStrapi(client)
  })
  const labels = async () => {
    const tags = await strapi.db.query(TAG).findMany({ select: ['label'], orderBy: 'id' })
    return tags.map(({ label }: { label: string }) => label)
  }

  test('what Strapi has and Populus has not throws an error that names the call', async () => {
    const calls: readonly (readonly [() => unknown, string])[] = [
      [() => Reflect.get(strapi.db, 'connection'), 'strapi.db.connection'],
      [() => Reflect.get(strapi.db, 'getConnection'), 'strapi.db.getConnection'],
      [() => strapi.db.queryBuilder, 'strapi.db.queryBuilder'],
      [() => strapi.db.query(TAG).attachRelations, `strapi.db.query('${TAG}').attachRelations`],
      [() => strapi.entityService.clone(TAG, 1), 'strapi.entityService.clone'],
      [() => strapi.db.query(TAG).findMany({ groupBy: 'label' }), `groupBy of strapi.db.query('${TAG}').findMany`],
      [
        () => strapi.db.query(ARTICLE).create({ data: { seo: { id: 1 } } }),
        `data.seo in strapi.db.query('${ARTICLE}')`,
      ],
      [() => strapi.plugin('users-permissions').service('jwt').issue({ id: 1 }, { algorithm: 'none' }), 'algorithm'],
      [() => strapi.plugin('email').service('email').send({ to: 'a@b.c', priority: 'high' }), 'priority'],
      [() => strapi.db.transaction(), 'strapi.db.transaction()'],
    ]
    for (const [call, name] of calls) {
      const error = await (async () => call())().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'NotSupported', message: expect.stringContaining(name) })
    }
  })

  test('mistakes name the call and the place', async () => {
    const where = (given: object) => strapi.db.query(TAG).findMany({ where: given })
    await expect(where({ nothing: 1 })).rejects.toThrow(`where.nothing: ${TAG} has no attribute nothing`)
    await expect(where({ $or: [{ id: undefined }] })).rejects.toThrow('where.$or[0].id is undefined')
    await expect(where({ label: { $near: 1 } })).rejects.toThrow('Undefined attribute level operator $near')
    await expect(where({ articles: { $near: 1 } })).rejects.toThrow('operator $near')
    await expect(strapi.db.query(TAG).deleteMany({ where: { id: { $near: 1 } } })).rejects.toThrow('operator $near')
    expect(() => strapi.db.query('api::none.none')).toThrow('Model api::none.none not found')
  })

  test('a transaction is seen by nobody before its end, and leaves nothing if it fails', async () => {
    const published: string[] = []
    const stop = strapi.host.content.events.subscribe(({ type }) => published.push(type))
    let before: readonly string[] = []
    await strapi.db.transaction(async () => {
      await strapi.entityService.create(TAG, { data: { label: 'inside' } })
      before = [...published]
      expect(await labels()).toEqual(['inside'])
    })
    expect(before).toEqual([])
    expect(published).toEqual([TAG])
    const undone: string[] = []
    await strapi.db.transaction(async ({ rollback, onRollback }: Record<string, (call?: unknown) => unknown>) => {
      onRollback!(() => undone.push('undone'))
      await strapi.db.query(TAG).create({ data: { label: 'gone' } })
      await rollback!()
    })
    expect(undone).toEqual(['undone'])
    expect(await labels()).toEqual(['inside'])
    stop()
  })

  test('a deletion of many does not become one of all, because its filters are unknown', async () => {
    const before = await labels()
    const remove = (filters: object) => strapi.entityService.deleteMany(TAG, { filters })
    for (const filters of [{ nothing: 1 }, { label: { $near: 'x' } }])
      await expect(remove(filters)).rejects.toMatchObject({ name: 'ValidationError' })
    expect(await labels()).toEqual(before)
  })

  test('many calls at the same time, inside and outside of transactions', async () => {
    const count = await strapi.db.query(TAG).count()
    const work = Array.from({ length: 12 }, (_, number) =>
      number % 3 === 0
        ? strapi.db.transaction(() => strapi.entityService.create(TAG, { data: { label: `t${number}` } }))
        : strapi.entityService.create(TAG, { data: { label: `p${number}` } }),
    )
    await Promise.all(work)
    expect(await strapi.db.query(TAG).count()).toBe(count + 12)
  })

  test('longer lists and deeper conditions than clients may send', async () => {
    const ids = Array.from({ length: 3000 }, (_, index) => index + 1)
    expect(await strapi.entityService.count(TAG, { filters: { id: { $in: ids } } })).toBeGreaterThan(0)
    await strapi.db.query(TAG).createMany({ data: Array.from({ length: 250 }, () => ({ label: 'many' })) })
    expect(await strapi.entityService.findMany(TAG, { filters: { label: 'many' } })).toHaveLength(250)
    await strapi.db.query(TAG).deleteMany({ where: { label: 'many' } })
  })

  test('tokens of the jwt service count, and a new password ends those from before it', async () => {
    const { content, users } = strapi.host
    const { database, schema } = content
    const authenticate = createAuthenticator({
      database,
      schema,
      secrets: { jwt: users.secret, apiTokenSalt: undefined } as never,
    })
    const service = strapi.plugin('users-permissions').service('user')
    const jwt = strapi.plugin('users-permissions').service('jwt')
    const [role] = await strapi.plugin('users-permissions').service('role').find()
    const data = { username: 'ann', email: 'ann@example.org', password: 'Passw0rd', confirmed: true, role: role.id }
    const { id } = await service.add({ ...data, provider: 'local' })
    const first = jwt.issue({ id })
    expect((await authenticate(`Bearer ${first}`)).userId).toBe(id)
    await service.edit(id, { password: 'Another1' })
    await expect(authenticate(`Bearer ${first}`)).rejects.toMatchObject({ status: 401 })
    expect((await authenticate(`Bearer ${jwt.issue({ id })}`)).userId).toBe(id)
    const { password } = await strapi.db.query(USER).findOne({ where: { id } })
    expect(await service.ensureHashedPasswords({ password, username: 'x' })).toEqual({ password, username: 'x' })
  })

  test('mails go to the mail server of the settings', async () => {
    const email = strapi.plugin('email').service('email')
    await email.send({ to: 'a@example.org', subject: 'Hello', text: 'T', html: undefined })
    const template = { subject: 'For <%= user.name %>', text: '<%= user.name %> <%= process.env %>' }
    await email.sendTemplatedEmail({ to: ['b@example.org'] }, template, { user: { name: 'Ann' } })
    expect(strapi.mails).toEqual([
      { to: 'a@example.org', subject: 'Hello', text: 'T', attachments: [] },
      { to: ['b@example.org'], subject: 'For Ann', text: 'Ann <%= process.env %>', attachments: [] },
    ])
  })

  test('files that cannot be placed, or come inside a transaction, are not stored', async () => {
    const upload = strapi.plugin('upload').service('upload')
    const path = join(temporaryFolder(), 'a.txt')
    await writeFile(path, 'text')
    const files = { path, name: 'a.txt', type: 'text/plain', size: 4 }
    await expect(upload.upload({ data: { ref: ARTICLE, refId: 99, field: 'cover' }, files })).rejects.toThrow()
    await expect(upload.upload({ data: {}, files: { stream: createReadStream(path) } })).rejects.toThrow(
      'a path and a name',
    )
    await expect(strapi.db.transaction(() => upload.upload({ data: {}, files }))).rejects.toThrow(
      'inside strapi.db.transaction',
    )
    expect(await upload.findMany()).toEqual([])
  })
})
