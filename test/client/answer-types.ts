/** What must and what must not compile with `populus/client`. `npm run check` compiles this file; it is never run. */
import { type Client, createClient } from 'populus/client'
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

export async function rightQueries() {
  await client.find('articles', {
    filters: { $or: [{ title: { $containsi: 'x' } }, { author: { name: 'Ada' } }, { tags: { id: { $in: [1, 2] } } }] },
    sort: ['title:desc', 'author.name'],
    pagination: { page: 1, pageSize: 10 },
    locale: 'en',
  })
  await client.find('articles', { filters: { writtenOn: { $gt: new Date() }, readingTime: { $between: [1, 5] } } })
  for await (const entry of client.all('tags', { fields: ['name'] })) expectType<string>()(entry.attributes.name)
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
