/** What must and what must not compile with `populus/client`. `npm run check` compiles this file; it is never run. */
import { type Client, createClient, type Json } from 'populus/client'
import type { Content } from './blog-types.d.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function expectType<Expected>() {
  return <Given>(_given: Given, ..._same: Equal<Given, Expected> extends true ? [] : [never]): void => undefined
}

const client: Client<Content> = createClient<Content>({ url: 'http://localhost' })

export async function fields() {
  const { data, meta } = await client.find('articles', { fields: ['title', 'slug'] })
  expectType<{ title: string; slug: string }>()(data[0]!.attributes)
  expectType<number>()(meta.pagination.total)
  // @ts-expect-error: not asked for
  data[0]!.attributes.body
  const all = await client.find('articles')
  expectType<string | null>()(all.data[0]!.attributes.body)
  // @ts-expect-error: not populated
  all.data[0]!.attributes.author
  const star = await client.find('articles', { fields: '*' })
  expectType<boolean | null>()(star.data[0]!.attributes.featured)
  expectType<'story' | 'guide' | 'recipe' | 'essay' | 'interview'>()(star.data[0]!.attributes.kind)
}

export async function populate() {
  const { data } = await client.findOne('articles', 1, {
    fields: ['title'],
    populate: { author: { fields: ['name'], populate: ['avatar'] }, tags: true },
  })
  expectType<string>()(data.attributes.author.data!.attributes.name)
  expectType<string>()(data.attributes.tags.data[0]!.attributes.name)
  expectType<string>()(data.attributes.author.data!.attributes.avatar.data!.attributes.url)
  // @ts-expect-error: only the name was asked for
  data.attributes.author.data!.attributes.bio
  // @ts-expect-error: may be null
  data.attributes.author.data.id
  // @ts-expect-error: not populated
  data.attributes.category

  const paths = await client.findOne('articles', 1, { populate: ['author.avatar', 'cover'] })
  expectType<string>()(paths.data.attributes.author.data!.attributes.avatar.data!.attributes.url)
  expectType<string>()(paths.data.attributes.cover.data!.attributes.name)

  const star = await client.find('homepage', { populate: '*' })
  expectType<number>()(star.data.id)

  const left = await client.findOne('articles', 1, { populate: { author: false, tags: true } })
  // @ts-expect-error: switched off
  left.data.attributes.author
}

export async function parts() {
  const { data } = await client.findOne('articles', 1, {
    populate: {
      seo: true,
      blocks: { on: { 'blocks.quote': true, 'blocks.gallery': { fields: ['title'], populate: ['images'] } } },
    },
  })
  expectType<number>()(data.attributes.seo!.id)
  for (const part of data.attributes.blocks) {
    if (part.__component === 'blocks.quote') expectType<string>()(part.text)
    else expectType<string>()(part.images.data[0]!.attributes.url)
    // @ts-expect-error: not among those asked for
    if (part.__component === 'blocks.hero') return
  }
}

export async function mistakes() {
  // @ts-expect-error: no such type
  await client.find('articel')
  // @ts-expect-error: no such field
  await client.find('articles', { fields: ['titel'] })
  // @ts-expect-error: a relation is no field
  await client.find('articles', { fields: ['author'] })
  // @ts-expect-error: no such relation
  await client.find('articles', { populate: ['autor'] })
  // @ts-expect-error: no such relation beside a right one
  await client.find('articles', { populate: { author: true, autor: true } })
  // @ts-expect-error: no such field below
  await client.find('articles', { populate: { author: { fields: ['nam'] } } })
  // @ts-expect-error: no such parameter
  await client.find('articles', { filter: { title: 'x' } })
  // @ts-expect-error: no such attribute
  await client.find('articles', { filters: { titel: 'x' } })
  // @ts-expect-error: no such operator
  await client.find('articles', { filters: { title: { $is: 'x' } } })
  // @ts-expect-error: a number is no title
  await client.find('articles', { filters: { title: 5 } })
  // @ts-expect-error: no such sort
  await client.find('articles', { sort: 'titel' })
  // @ts-expect-error: no component of this zone
  await client.find('articles', { populate: { blocks: { on: { 'blocks.none': true } } } })
  // @ts-expect-error: a single type has no entries by id
  await client.findOne('homepage', 1)
}

export async function mistakesInFilters() {
  // @ts-expect-error: no such attribute beside a right one
  await client.find('articles', { filters: { title: 'x', titel: 'x' } })
  // @ts-expect-error: no such attribute beside a right one, further down
  await client.find('articles', { filters: { author: { name: 'x', nam: 'x' } } })
}

export async function wrongCounts() {
  // @ts-expect-error a relation to one entry has no number
  await client.find('articles', { filters: { author: { count: 1 } } })
  // @ts-expect-error a number is compared with numbers
  await client.find('articles', { filters: { tags: { count: { $contains: '1' } } } })
}

export async function rightQueries() {
  await client.find('articles', {
    filters: { $or: [{ title: { $containsi: 'x' } }, { author: { name: 'Ada' } }, { tags: { id: { $in: [1, 2] } } }] },
    sort: ['title:desc', 'author.name'],
    pagination: { page: 1, pageSize: 10 },
    locale: 'en',
  })
  await client.find('articles', { filters: { writtenOn: { $gt: new Date() }, readingTime: { $between: [1, 5] } } })
  await client.find('articles', { filters: { tags: { count: { $gte: 2 }, name: 'sea' } }, sort: 'tags.count:desc' })
  for await (const entry of client.all('tags', { fields: ['name'] })) expectType<string>()(entry.attributes.name)
}

export async function leavingOut() {
  const some = await client.find('tags', { fields: ['-slug', '-publishedAt'] })
  expectType<string>()(some.data[0]!.attributes.name)
  // @ts-expect-error: left out
  some.data[0]!.attributes.slug
  const part = await client.find('articles', { fields: ['facts.serves'] })
  expectType<Json | null>()(part.data[0]!.attributes.facts)
  // @ts-expect-error: no such field to leave out
  await client.find('tags', { fields: ['-slugg'] })
  // @ts-expect-error: a text has no parts
  await client.find('articles', { fields: ['title.first'] })
  const all = await client.find('articles', { fields: ['title'], populate: ['*', '-author'] })
  expectType<number>()(all.data[0]!.attributes.tags.data[0]!.id)
  // @ts-expect-error: left out
  all.data[0]!.attributes.author
  // @ts-expect-error: no such relation to leave out
  await client.find('articles', { populate: ['*', '-autor'] })
}

export async function insteadOfEntries() {
  const { data } = await client.findOne('articles', 1, {
    fields: ['title'],
    populate: {
      tags: { ids: true },
      related: { count: true, filters: { title: { $contains: 'x' } } },
      cover: { exists: true },
      author: { fields: ['name'], required: true },
      category: { ids: true },
    },
  })
  expectType<{ id: number }[]>()(data.attributes.tags.data)
  expectType<number>()(data.attributes.related.data.attributes.count)
  expectType<boolean>()(data.attributes.cover.data.attributes.exists)
  expectType<string>()(data.attributes.author.data.attributes.name)
  expectType<{ id: number } | null>()(data.attributes.category.data)
  // @ts-expect-error: only the number was asked for
  data.attributes.related.data[0]
  // @ts-expect-error: one of them only
  await client.find('articles', { populate: { tags: { ids: true, count: true } } })
  // @ts-expect-error: components have no ids of their own
  await client.find('articles', { populate: { seo: { ids: true } } })
  // @ts-expect-error: no such option
  await client.find('articles', { populate: { tags: { id: true } } })
}

export async function zones() {
  const { data } = await client.findOne('articles', 1, { populate: { blocks: { components: ['blocks.quote'] } } })
  expectType<'blocks.quote'>()(data.attributes.blocks[0]!.__component)
  expectType<string>()(data.attributes.blocks[0]!.text)
  // @ts-expect-error: no component of this zone
  await client.find('articles', { populate: { blocks: { components: ['blocks.none'] } } })
  await client.find('articles', { filters: { blocks: { on: { 'blocks.quote': { text: { $contains: 'x' } } } } } })
  await client.find('articles', { filters: { blocks: { on: { 'blocks.quote': true } } } })
  // @ts-expect-error: no component of this zone
  await client.find('articles', { filters: { blocks: { on: { 'blocks.none': true } } } })
  // @ts-expect-error: no attribute of this component
  await client.find('articles', { filters: { blocks: { on: { 'blocks.quote': { txet: 'x' } } } } })
}

export async function oneEntry() {
  const { data } = await client.findOne('articles', { slug: 'x' }, { fields: ['title'] })
  expectType<{ title: string }>()(data.attributes)
  // @ts-expect-error: not unique
  await client.findOne('articles', { title: 'x' })
}

export async function previewed() {
  const { data } = await client.preview('articles', 'token', { fields: ['title'] })
  expectType<{ title: string }>()(data.attributes)
  // @ts-expect-error: no such type
  await client.preview('artciles', 'token')
}

export async function places() {
  const { meta } = await client.find('tags', { pagination: { after: '', pageSize: 3 } })
  expectType<string | null>()(meta.pagination.after)
  // @ts-expect-error: pages next to a place have no number
  meta.pagination.page
  // @ts-expect-error: one direction only
  await client.find('tags', { pagination: { after: '', before: '' } })
  // @ts-expect-error: a place or a number
  await client.find('tags', { pagination: { after: '', page: 2 } })
  for await (const tag of client.all('tags', { fields: ['name'], pagination: { after: '' } }))
    expectType<string>()(tag.attributes.name)
}

export async function languages() {
  const { meta } = await client.find('articles', { locale: 'fr', fallback: ['en', 'de'] })
  expectType<string[] | undefined>()(meta.locale?.served)
  // @ts-expect-error: a code
  await client.find('articles', { fallback: 5 })
}

export async function flat() {
  const { data } = await client.find('articles', {
    format: 'flat',
    fields: ['title'],
    populate: {
      author: { fields: ['name'], populate: { avatar: { fields: ['url'] } } },
      tags: { ids: true },
      related: { count: true },
      blocks: { components: ['blocks.gallery'], populate: '*' },
    },
  })
  const [first] = data
  expectType<string>()(first!.title)
  expectType<string>()(first!.author!.name)
  expectType<string>()(first!.author!.avatar!.url)
  expectType<{ id: number }[]>()(first!.tags)
  expectType<number>()(first!.related.count)
  expectType<'blocks.gallery'>()(first!.blocks[0]!.__component)
  expectType<string>()(first!.blocks[0]!.images[0]!.url)
  // @ts-expect-error: flat
  first!.attributes
  // @ts-expect-error: no such form
  await client.find('articles', { format: 'v5' })
}

export async function deep() {
  const { data, meta } = await client.findOne('articles', 1, { populate: 'deep,3' })
  expectType<string | undefined>()(data.attributes.author?.data?.attributes.avatar?.data?.attributes.url)
  expectType<'depth' | 'cycle' | 'budget' | undefined>()(meta.deep?.stopped[0]?.why)
  const below = await client.findOne('articles', 1, { populate: { author: 'deep' } })
  expectType<string>()(below.data.attributes.author.data!.attributes.name)
  // @ts-expect-error: what lies deep may have been left out
  below.data.attributes.author.data!.attributes.avatar.data
}

export async function named() {
  const { data } = await client.query('article', { slug: 'x', locale: 'fr' })
  expectType<string>()(data.attributes.title)
  expectType<string>()(data.attributes.author.data!.attributes.name)
  // @ts-expect-error: the query does not ask for it
  data.attributes.body
  const latest = await client.query('latest')
  expectType<{ title: string }>()(latest.data[0]!.attributes)
  await client.query('latest', { tags: ['a'], page: 2 })
  // @ts-expect-error: no such query
  await client.query('newest')
  // @ts-expect-error: the slug is required
  await client.query('article')
  // @ts-expect-error: the slug is required
  await client.query('article', { locale: 'fr' })
  // @ts-expect-error: no such locale
  await client.query('article', { slug: 'x', locale: 'de' })
  // @ts-expect-error: a number
  await client.query('latest', { page: '2' })
  // @ts-expect-error: no such parameter
  await client.query('latest', { pages: 2 })
}

export async function aggregates() {
  const all = await client.aggregate('articles', { count: true, sum: ['readingTime'], max: 'writtenOn' })
  expectType<number>()(all.data.count)
  expectType<number | null>()(all.data.sum.readingTime)
  expectType<string | null>()(all.data.max.writtenOn)
  const grouped = await client.aggregate('articles', {
    countDistinct: ['author'],
    groupBy: ['featured', 'writtenOn:month', 'author', 'author.name'],
    having: { count: { $gt: 2 } },
    sort: 'countDistinct.author:desc',
  })
  const [first] = grouped.data
  expectType<boolean | null | undefined>()(first?.group.featured)
  expectType<string | null | undefined>()(first?.group['writtenOn:month'])
  expectType<number | null | undefined>()(first?.group.author)
  expectType<number | undefined>()(first?.countDistinct.author)
  expectType<number>()(grouped.meta.pagination.total)
  // @ts-expect-error: nothing was asked for
  first?.sum
  // @ts-expect-error: no such attribute
  await client.aggregate('articles', { sum: ['titel'] })
  // @ts-expect-error: several entries have no single value
  await client.aggregate('articles', { groupBy: 'tags' })
  // @ts-expect-error: no such parameter
  await client.aggregate('articles', { fields: ['title'] })
}

export async function writes() {
  const made = await client.create('tags', { name: 'sea', slug: 'sea' }, { fields: ['name'] })
  expectType<{ name: string }>()(made.data.attributes)
  // @ts-expect-error: the name is required
  await client.create('tags', { slug: 'sea' })
  await client.update('tags', 1, { name: 'lake' })
  await client.update('articles', 1, { tags: { connect: [{ id: 3, position: { start: true } }] }, author: 2 })
  // @ts-expect-error: a number is no name
  await client.update('tags', 1, { name: 5 })
  // @ts-expect-error: no such attribute
  await client.update('tags', 1, { nam: 'x' })
}
