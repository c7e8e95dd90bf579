/** What the pages ask Populus for. */
import MarkdownIt from 'markdown-it'
import { ClientError, createClient, type EntryOf, queryText } from 'populus/client'
import type { Article as ArticleType, Content } from '../../populus-types'

const { populusUrl: url } = useRuntimeConfig()
const client = createClient<Content>({ url })
/** HTML inside of Markdown is shown as text. */
const markdown = new MarkdownIt()

const cover = { fields: ['url', 'alternativeText', 'width', 'height', 'formats', 'placeholder'] } as const
const CARD = { format: 'flat', fields: ['title', 'slug', 'summary'], populate: { cover } } as const
const PAGE = {
  format: 'flat',
  fields: ['title', 'summary', 'body'],
  populate: { cover, author: { fields: ['name'] } },
} as const
type Cover = EntryOf<ArticleType, typeof CARD>['cover']
type Article = EntryOf<ArticleType, typeof PAGE>

/** Is part of every key, so that an answer which was begun before a change is never found after it. */
let version = 0
const keep = <Given extends string | number, Answer>(name: string, find: (given: Given) => Promise<Answer>) => {
  const options = { name, maxAge: 24 * 60 * 60, swr: false }
  const cached = defineCachedFunction((_version: number, given: Given) => find(given), options)
  return (given: Given) => cached(version, given)
}

export async function dropKept(): Promise<void> {
  version += 1
  await useStorage('cache').clear()
}

export const listArticles = keep('list', async (page: number) => {
  const query = { ...CARD, sort: 'publishedAt:desc', pagination: { page, pageSize: 10 } } as const
  const { data, meta } = await client.find('articles', query)
  return { page, pageCount: meta.pagination.pageCount, articles: data.map(withImage) }
})

export const findArticle = keep('article', async (slug: string) => {
  const answer = await client.findOne('articles', { slug }, PAGE).catch((problem: unknown) => {
    throw problem instanceof ClientError && problem.status === 404 ? createError({ statusCode: 404 }) : problem
  })
  return forPage(answer.data)
})

export async function searchArticles(search: string) {
  return (await client.find('articles', { ...CARD, search })).data.map(withImage)
}

/** A draft, or the unsaved changes of an entry, with the token of the panel's preview button. */
export async function previewArticle(token: string) {
  const answer = await fetch(`${url}/admin/api/preview${queryText({ ...PAGE, token })}`)
  if (!answer.ok) throw createError({ statusCode: 404 })
  return forPage((await answer.json()).data)
}

const forPage = (article: Article) => ({ ...withImage(article), html: markdown.render(article.body ?? '') })

/** With the attributes of an `img`: every size that the server has made, and what to show until one has arrived. */
function withImage<Entry extends { cover: Cover }>(entry: Entry) {
  if (!entry.cover) return { ...entry, image: null }
  const { width, height, alternativeText, placeholder } = entry.cover
  const formats = (entry.cover.formats ?? {}) as unknown as Record<string, { url: string; width: number }>
  const sizes = [...Object.values(formats), { url: entry.cover.url, width: width ?? 1 }]
  const image = {
    src: new URL(entry.cover.url, url).href,
    srcset: sizes.map(size => `${new URL(size.url, url)} ${size.width}w`).join(', '),
    alt: alternativeText ?? '',
    ...(width && height && { width, height }),
    ...(placeholder && { style: `background: ${placeholder.color} url(${placeholder.blur}) center/cover` }),
  }
  return { ...entry, image }
}
