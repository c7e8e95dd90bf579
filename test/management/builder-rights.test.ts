/** What roles may do, after the Content-Type Builder has changed the content model. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminRoleRights } from '../../src/admin-api/access-api.ts'
import type { WishedChange } from '../../src/admin-api/builder-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { ARTICLE, Builder, TAG } from './schema-builder.ts'

const EDITOR = 'strapi-editor'
const AUTHOR = 'strapi-author'
const TALK = 'api::talk.talk'

const newType = (name: string): WishedChange => ({
  action: 'create',
  model: {
    kind: 'collectionType',
    name,
    draftAndPublish: true,
    attributes: [
      { name: 'title', definition: { type: 'string' } },
      { name: 'seo', definition: { type: 'component', component: 'shared.seo', repeatable: false } },
    ],
  },
})

describe.each(CLIENTS)('rights on %s', client => {
  const builder = new Builder()
  let ids: Readonly<Record<string, number>>

  beforeAll(async () => {
    await builder.start(client)
    const roles = await builder.data<readonly AdminRoleRights[]>('GET', '/admin-roles')
    ids = Object.fromEntries(roles.map(({ code, id }) => [code, id]))
  })

  /** `create title,seo.metaTitle`, with the number of conditions. */
  const rights = async (code: string, uid: string) => {
    const { permissions } = await builder.data<AdminRoleRights>('GET', `/admin-roles/${ids[code]}`)
    return permissions
      .filter(({ subject }) => subject === uid)
      .map(({ action, fields, conditions }) =>
        [action.split('.').at(-1), fields?.join() ?? '-', conditions.length].join(' '),
      )
      .toSorted()
  }

  const addField = async (name: string): Promise<WishedChange> => {
    const attributes = [...(await builder.wishes(TAG)), { name, definition: { type: 'string' } as never }]
    return { action: 'update', uid: TAG, model: { attributes } }
  }

  it('gives a new type to the roles that are chosen, as they have the others', async () => {
    expect((await builder.plan(newType('talk'))).roles).toEqual([
      { code: EDITOR, name: 'Editor', isUsual: true },
      { code: AUTHOR, name: 'Author', isUsual: true },
    ])
    expect((await builder.apply([newType('talk')], { roles: [AUTHOR] })).status).toBe(200)
    expect(await rights(EDITOR, TALK)).toEqual([])
    expect(await rights(AUTHOR, TALK)).toEqual([
      'create title,seo.metaTitle 1',
      'delete - 1',
      'read title,seo.metaTitle 1',
      'update title,seo.metaTitle 1',
    ])
    // The Editor may no longer read all types.
    expect((await builder.plan(newType('place'))).roles.map(({ isUsual }) => isUsual)).toEqual([false, true])
  })

  it('gives a new field to the roles that are chosen', async () => {
    const change = await addField('color')
    expect((await builder.plan(change)).roles.map(({ isUsual }) => isUsual)).toEqual([true, true])
    expect((await builder.apply([change], { roles: [EDITOR] })).status).toBe(200)
    expect(await rights(EDITOR, TAG)).toEqual([
      'create name,articles,color 0',
      'delete - 0',
      'read name,articles,color 0',
      'update name,articles,color 0',
    ])
    expect(await rights(AUTHOR, TAG)).toContain('read name,articles 1')
    expect((await builder.plan(await addField('size'))).roles.map(({ isUsual }) => isUsual)).toEqual([true, false])
  })

  it('asks about no role if nothing is new, and gives nothing to nobody', async () => {
    const attributes = (await builder.wishes(TAG)).toReversed()
    expect((await builder.plan({ action: 'update', uid: TAG, model: { attributes } })).roles).toEqual([])
    const before = [await rights(EDITOR, TALK), await rights(AUTHOR, TALK)]
    expect((await builder.apply([newType('plain')], {})).status).toBe(200)
    expect([await rights(EDITOR, TALK), await rights(AUTHOR, TALK)]).toEqual(before)
    expect([await rights(EDITOR, 'api::plain.plain'), await rights(AUTHOR, 'api::plain.plain')]).toEqual([[], []])
  })

  it('keeps the rights of what is renamed, of administrators and of users', async () => {
    const [role] = await builder.data<readonly { readonly id: number }[]>('GET', '/roles')
    const lists = { actions: ['find'], fields: ['title', 'views'], filterFields: ['title'] }
    const granted = await builder.send('PATCH', `/roles/${role!.id}/grants`, { grants: { [ARTICLE]: lists } })
    expect([granted.status, granted.body.error]).toEqual([200, undefined])
    const names: Record<string, string> = { title: 'headline', seo: 'meta' }
    const attributes = (await builder.wishes(ARTICLE)).map(wish => ({ ...wish, name: names[wish.name] ?? wish.name }))
    const inside: WishedChange = {
      action: 'update',
      uid: 'shared.seo',
      model: { attributes: [{ name: 'label', was: 'metaTitle', definition: { type: 'string' } }] },
    }
    const { status } = await builder.apply([{ action: 'update', uid: ARTICLE, model: { attributes } }, inside], {})
    expect(status).toBe(200)
    expect(await rights(EDITOR, ARTICLE)).toContain('read headline,subtitle,slug,views,meta.label,tags 0')
    expect(await rights(AUTHOR, TALK)).toContain('read title,seo.label 1')
    expect(JSON.stringify(await builder.data('GET', `/roles/${role!.id}/grants`))).toContain('["headline","views"]')
  })

  it('refuses roles that do not exist, and changes nothing', async () => {
    for (const code of ['nobody', 'strapi-super-admin']) {
      const { status, body } = await builder.apply([newType('never')], { roles: [code] })
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(`there is no role ${code}`)])
    }
    expect((await builder.plan(newType('never'))).created).toEqual(['api::never.never'])
  })
})
