/** In the dialect strapi4, a component's attribute `order` comes first: it has the name of the column with the position. */
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { folderWith } from '../support/worlds/folder-with.ts'

const INFO = { singularName: 'menu', pluralName: 'menus', displayName: 'Menu' }
const MENU = {
  kind: 'collectionType',
  collectionName: 'menus',
  info: INFO,
  attributes: {
    links: { type: 'component', component: 'parts.link', repeatable: true },
    main: { type: 'component', component: 'parts.link' },
    zone: { type: 'dynamiczone', components: ['parts.link'] },
  },
}
const LINK = {
  collectionName: 'links',
  info: { displayName: 'Link' },
  attributes: { label: { type: 'string' }, order: { type: 'integer' } },
}

const FIRST = { label: 'a', order: 7 }

describe.each(CLIENTS)('on %s', client => {
  test.each([
    ['strapi4', ['id', 'order', 'label']],
    ['document', ['id', 'label', 'order']],
  ] as const)('in the dialect %s', async (dialect, keys) => {
    const folder = await folderWith({
      'src/api/menu/content-types/menu/schema.json': MENU,
      'src/components/parts/link.json': LINK,
      'content/menu.json': [
        { $key: 'first', links: [FIRST], main: FIRST, zone: [{ __component: 'parts.link', ...FIRST }] },
      ],
      'content/permissions.json': { public: ['api::menu.menu.find'] },
    })
    const app = await buildTestApp({ folder, dialect, database: await freshDatabase(client) })
    const answer = await app.inject({ url: '/api/menus?populate=*' })
    const { links, main, zone } = answer.json().data[0].attributes
    expect([Object.keys(links[0]), Object.keys(main)]).toEqual([keys, keys])
    expect(Object.keys(zone[0])).toEqual(['id', '__component', 'label', 'order'])
  })
})
