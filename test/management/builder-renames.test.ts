/** Everything that is stored under the name of an attribute follows it, when the Content-Type Builder renames it. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { WishedChange } from '../../src/admin-api/builder-api.ts'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import type { RecordedValues, TrashItem, VersionInfo } from '../../src/admin-api/history-api.ts'
import type { ViewConfiguration } from '../../src/admin-api/view-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { Builder } from './schema-builder.ts'

const POST = 'api::post.post'
const CONTENT = `/content/${POST}`
const DEFINITIONS = {
  title: { type: 'string' },
  subtitle: { type: 'string' },
  seo: { type: 'component', component: 'shared.seo', repeatable: false },
} as const
const attributes = Object.entries(DEFINITIONS).map(([name, definition]) => ({ name, definition }))

describe.each(CLIENTS)('a renamed attribute on %s', client => {
  const builder = new Builder()
  const data = builder.data.bind(builder)
  let published = 0
  let draft = 0

  beforeAll(async () => {
    await builder.start(client)
    await builder.applied({
      action: 'create',
      model: { kind: 'collectionType', name: 'post', draftAndPublish: true, attributes },
    })
    const entry = async (title: string) => {
      const values = { title, subtitle: `below ${title}`, seo: { metaTitle: `about ${title}` } }
      return (await builder.entry(POST, values)).id
    }
    published = await entry('one')
    draft = await entry('two')
    const gone = await entry('three')
    await data('PUT', `${CONTENT}/${draft}`, { data: { subtitle: 'second' } })
    await data('DELETE', `${CONTENT}/${gone}`)
    await data('POST', `${CONTENT}/${published}/publish`)
    await data('PUT', `${CONTENT}/${published}`, {
      data: { subtitle: 'waits', seo: { metaTitle: 'waits too' } },
      pending: true,
    })
    await data('PUT', `/drafts/${POST}/${draft}`, { base: null, changes: { subtitle: { from: 1, to: 2 } } })
    const { settings, metadatas, layouts } = await data<ViewConfiguration>('GET', `/views/${POST}`)
    await data('PUT', `/views/${POST}`, {
      settings: { ...settings, mainField: 'subtitle' },
      metadatas: { ...metadatas, subtitle: { edit: { label: 'Strapline' }, list: { label: 'subtitle' } } },
      layouts: {
        ...layouts,
        list: ['subtitle', 'title'],
        edit: [[{ name: 'subtitle', size: 4 }], [{ name: 'title', size: 6 }], [{ name: 'seo', size: 12 }]],
      },
    })
    await data('POST', '/saved-views', {
      ...{ uid: POST, name: 'Mine', owner: 'all', columns: ['id', 'subtitle'] },
      query: { filters: { $and: [{ subtitle: { $contains: 'a' } }] }, sort: 'subtitle:DESC', pageSize: 10 },
    })
    const query = { fields: ['subtitle'], populate: { seo: { fields: ['metaTitle'] } }, sort: 'subtitle' }
    await data('POST', '/queries', { name: 'below', definition: { type: 'post', query } })

    const names: Readonly<Record<string, string>> = { subtitle: 'tagline', seo: 'meta' }
    const wishes = (await builder.wishes(POST)).map(wish => ({ ...wish, name: names[wish.name] ?? wish.name }))
    const inside: WishedChange = {
      action: 'update',
      uid: 'shared.seo',
      model: { attributes: [{ name: 'label', was: 'metaTitle', definition: { type: 'string' } }] },
    }
    const { done } = await builder.applied({ action: 'update', uid: POST, model: { attributes: wishes } }, inside)
    expect(done.at(-1)).toMatch(
      /^stored under the new name: views 1, (rights of administrators \d+, )?saved lists 1, named queries 1, saved changes 1, unsaved work 1, versions of entries [2-9]$/,
    )
  })

  it('keeps its place and its label in lists and forms', async () => {
    const { settings, metadatas, layouts } = await data<ViewConfiguration>('GET', `/views/${POST}`)
    expect(settings.mainField).toBe('tagline')
    expect(metadatas.tagline).toMatchObject({ edit: { label: 'Strapline' }, list: { label: 'tagline' } })
    expect(layouts.list).toEqual(['tagline', 'title'])
    expect(layouts.edit.flat().map(({ name, size }) => [name, size])).toEqual([
      ['tagline', 4],
      ['title', 6],
      ['meta', 12],
    ])
  })

  it('is filtered, sorted and shown by saved lists', async () => {
    const [view] = await data<readonly object[]>('GET', `/saved-views?uid=${POST}`)
    expect(view).toMatchObject({
      columns: ['id', 'tagline'],
      query: { filters: { $and: [{ tagline: { $contains: 'a' } }] }, sort: 'tagline:DESC', pageSize: 10 },
    })
  })

  it('is what named queries ask for', async () => {
    const [query] = await data<readonly object[]>('GET', '/queries')
    expect(query).toMatchObject({
      problem: null,
      definition: {
        type: 'post',
        query: { fields: ['tagline'], populate: { meta: { fields: ['label'] } }, sort: 'tagline' },
      },
    })
  })

  it('has the changes that wait to be published, and unsaved work', async () => {
    const { values, pending } = await data<OpenEntry>('GET', `${CONTENT}/${published}`)
    expect(values).toMatchObject({ tagline: 'below one', meta: { label: 'about one' } })
    expect(pending?.data).toMatchObject({ tagline: 'waits', meta: { label: 'waits too' } })
    expect(await data('GET', `/drafts/${POST}/${draft}`)).toMatchObject({ changes: { tagline: { from: 1, to: 2 } } })
  })

  it('is in earlier versions and in the trash', async () => {
    const [, version] = await data<readonly VersionInfo[]>('GET', `${CONTENT}/${draft}/versions`)
    const before = await data<RecordedValues>('GET', `${CONTENT}/${draft}/versions/${version?.version}`)
    expect(before.values).toMatchObject({ tagline: 'below two', meta: { label: 'about two' } })
    const [item] = await data<readonly TrashItem[]>('GET', '/trash')
    const thrown = await data<RecordedValues>('GET', `/trash/${item?.id}`)
    expect(thrown.values).toMatchObject({ title: 'three', tagline: 'below three', meta: { label: 'about three' } })
  })
})
