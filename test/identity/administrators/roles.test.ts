import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { adminApp, errorBody } from './admin-app.ts'

const ARTICLE = 'api::article.article'

interface Role {
  readonly id: number
  readonly type: string
}

describe.each(CLIENTS)('roles and grants, on %s', client => {
  const app = adminApp(client)
  const roleId = async (type: string) =>
    (await app.data<Role[]>('GET /roles')).find(role => role.type === type)?.id ?? 0
  const grant = async (grants: object, role = 'public') =>
    app.call(`PATCH /roles/${await roleId(role)}/grants`, { body: { grants } })
  const asPublic = (query: string) => app.call(`GET /api/articles${query}`, { token: null })

  test('roles are listed with the number of their users', async () => {
    expect(await app.data('GET /roles')).toEqual([
      {
        id: 1,
        name: 'Authenticated',
        description: 'Default role given to authenticated user.',
        type: 'authenticated',
        users: 1,
      },
      { id: 2, name: 'Public', description: 'Default role given to unauthenticated user.', type: 'public', users: 0 },
    ])
  })

  test('a role is made, renamed and deleted; its users become those of public', async () => {
    const made = await app.call('POST /roles', { body: { name: 'Site editors', description: 'They edit' } })
    const record = { id: 3, name: 'Site editors', description: 'They edit', type: 'site_editors', users: 0 }
    expect(made).toMatchObject({ status: 201, body: { data: record } })
    expect((await app.call('POST /roles', { body: { name: 'Site  Editors' } })).body).toEqual(
      errorBody(400, 'ApplicationError', 'There is already a role of the type site_editors'),
    )
    expect(await app.data('PUT /roles/3', { body: { name: 'Editors' } })).toEqual({ ...record, name: 'Editors' })
    await grant({ [ARTICLE]: { actions: ['find'], fields: ['title'] } }, 'site_editors')
    await app.call('PUT /users/1', { body: { role: 'site_editors' } })
    expect((await app.data<{ users: number }>('GET /roles/3')).users).toBe(1)
    expect(await app.status('DELETE /roles/3')).toBe(200)
    expect((await app.data<{ role: Role }>('GET /users/1')).role.type).toBe('public')
    expect(await app.status('GET /roles/3')).toBe(404)
    expect(await app.status('GET /roles/3/grants')).toBe(404)
  })

  test('the roles that the server needs stay', async () => {
    expect((await app.call('DELETE /roles/2')).body).toEqual(
      errorBody(400, 'ApplicationError', 'The role public cannot be deleted: everyone without another role has it'),
    )
    expect(await app.status('DELETE /roles/1')).toBe(400)
  })

  test('actions are listed by type and plug-in, with the fields that can be granted', async () => {
    const owners = await app.data<{ uid: string; actions: string[]; fields: string[] | null }[]>('GET /actions')
    const article = owners.find(({ uid }) => uid === ARTICLE)
    expect(article?.actions).toEqual(expect.arrayContaining(['find', 'findOne', 'create', 'update', 'delete']))
    expect(article?.fields).toContain('title')
    expect(article?.fields).not.toContain('passcode')
    expect(owners.find(({ uid }) => uid === 'plugin::users-permissions.auth')?.fields).toBeNull()
    expect(owners.map(({ uid }) => uid)).not.toContain('admin::user')
  })

  test('a grant holds from the next request on, and so does its end', async () => {
    expect((await grant({ [ARTICLE]: { actions: [] } })).status).toBe(200)
    expect((await asPublic('')).status).toBe(403)
    const given = await grant({ [ARTICLE]: { actions: ['find'], fields: ['title'] } })
    expect((given.body as { data: object }).data).toMatchObject({
      [ARTICLE]: { actions: ['find'], fields: ['title'], filterFields: null, sortFields: null, writeFields: null },
    })
    const { status, body } = await asPublic('?pagination[pageSize]=1')
    expect(status).toBe(200)
    expect(Object.keys((body as { data: { attributes: object }[] }).data[0]?.attributes ?? {})).toEqual(['title'])
    expect((await asPublic('/1')).status).toBe(403)
  })

  test('fields can be read without being filtered or sorted by', async () => {
    await grant({
      [ARTICLE]: { actions: ['find'], fields: ['title', 'slug'], filterFields: ['slug'], sortFields: ['title'] },
    })
    const refused = (name: string) => ({
      data: null,
      error: expect.objectContaining({ status: 400, message: `Invalid parameter ${name}` }),
    })
    expect((await asPublic('?fields[0]=title&fields[1]=slug')).status).toBe(200)
    expect((await asPublic('?filters[slug][$notNull]=true&sort=title')).status).toBe(200)
    expect((await asPublic('?filters[title][$eq]=x')).body).toEqual(refused('title'))
    expect((await asPublic('?filters[$or][0][$not][title][$eq]=x')).body).toEqual(refused('title'))
    expect((await asPublic('?sort=slug')).body).toEqual(refused('slug'))
    const title = (await asPublic('?sort=title&pagination[pageSize]=1')).body as {
      data: { attributes: { title: string } }[]
    }
    const text = title.data[0]?.attributes.title ?? ''
    expect(text).not.toBe('')
    // Searching is filtering: a title that may not be filtered by is not found.
    await grant({ [ARTICLE]: { actions: ['find'], fields: ['title'], filterFields: [] } })
    const found = (await asPublic(`?_q=${encodeURIComponent(text)}`)).body as {
      meta: { pagination: { total: number } }
    }
    expect(found.meta.pagination.total).toBe(0)
    await grant({ [ARTICLE]: { actions: ['find'], fields: ['title', 'slug'] } })
    const open = (await asPublic(`?_q=${encodeURIComponent(text)}`)).body as { meta: { pagination: { total: number } } }
    expect(open.meta.pagination.total).toBeGreaterThan(0)
  })

  test('fields to write are a list of their own', async () => {
    const given = await grant({
      [ARTICLE]: { actions: ['find', 'update'], writeFields: ['title', 'author', 'passcode'] },
    })
    expect((given.body as { data: object }).data).toMatchObject({
      [ARTICLE]: { fields: null, writeFields: ['title', 'author', 'passcode'] },
    })
    const wrong = await grant({ [ARTICLE]: { actions: ['find'], writeFields: ['titel'] } })
    expect(wrong.body).toMatchObject({
      error: {
        message: [
          `grants.${ARTICLE}.writeFields: there is no field to write titel; did you mean title?`,
          `grants.${ARTICLE}: fields to write can only be listed for create, update and createLocalization`,
        ].join('; '),
      },
    })
  })

  test('the lists hold through relations too', async () => {
    await grant({
      [ARTICLE]: { actions: ['find'] },
      'api::author.author': { actions: ['find'], filterFields: [], sortFields: [] },
    })
    expect((await asPublic('?populate=author')).status).toBe(200)
    expect((await asPublic('?filters[author][name][$notNull]=true')).status).toBe(400)
    expect((await asPublic('?sort=author.name')).status).toBe(400)
    await grant({ [ARTICLE]: { actions: ['find'], filterFields: ['title'] } })
    expect((await asPublic('?filters[author][id][$gt]=0')).status).toBe(400)
    expect((await asPublic('?populate[author][filters][id][$gt]=0')).status).toBe(200)
    expect((await asPublic('?populate[author][filters][name][$notNull]=true')).status).toBe(400)
  })

  test('owners that are not named stay as they are; unknown names change nothing', async () => {
    const id = await roleId('public')
    const before = await app.data<object>(`GET /roles/${id}/grants`)
    const wrong = await grant({
      [ARTICLE]: { actions: ['fnd'], fields: ['titel'] },
      'api::articel.article': { actions: [] },
    })
    expect(wrong.body).toMatchObject({
      error: {
        message: [
          `grants.${ARTICLE}.actions: there is no action fnd; did you mean find?`,
          `grants.${ARTICLE}: there is no field titel; did you mean title?`,
          `grants.${ARTICLE}: fields can only be listed for find and findOne`,
          `grants.api::articel.article: there is no type or plug-in api::articel.article; did you mean ${ARTICLE}?`,
        ].join('; '),
      },
    })
    const unread = await grant({ [ARTICLE]: { actions: ['find'], fields: ['title'], sortFields: ['slug'] } })
    expect(unread.body).toMatchObject({
      error: {
        message: `grants.${ARTICLE}: slug is a field to filter or sort by, but not a field to read`,
      },
    })
    expect(await app.data(`GET /roles/${id}/grants`)).toEqual(before)
    await grant({ 'api::tag.tag': { actions: ['find'] } })
    expect(await app.data(`GET /roles/${id}/grants`)).toMatchObject({
      ...before,
      'api::tag.tag': { actions: ['find'] },
    })
  })
})
