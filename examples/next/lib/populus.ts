/** What the pages ask Populus for. */
import { ClientError, createClient, type EntryOf, queryText } from 'populus/client'
import type { Article as ArticleType, Content } from '../populus-types'

const url = process.env.POPULUS_URL ?? 'http://127.0.0.1:1337'
/** What the pages show: webhooks of `cache.purge` name the same keys. */
const tags = ['api::article.article', 'api::author.author', 'plugin::upload.file']

const connect = (how: RequestInit) =>
  createClient<Content>({ url, kept: 0, fetch: (address, init) => fetch(address, { ...init, ...how }) })
/** Answers are kept until one of their tags is dropped. */
const kept = connect({ cache: 'force-cache', next: { tags } })
const fresh = connect({ cache: 'no-store' })

const cover = { fields: ['url', 'alternativeText', 'width', 'height', 'formats', 'placeholder'] } as const
const CARD = { format: 'flat', fields: ['title', 'slug', 'summary'], populate: { cover } } as const
const PAGE = {
  format: 'flat',
  fields: ['title', 'summary', 'body'],
  populate: { cover, author: { fields: ['name'] } },
} as const
export type Card = EntryOf<ArticleType, typeof CARD>
export type Article = EntryOf<ArticleType, typeof PAGE>

export const listArticles = (page: number) =>
  kept.find('articles', { ...CARD, sort: 'publishedAt:desc', pagination: { page, pageSize: 10 } })

export const searchArticles = (search: string) => fresh.find('articles', { ...CARD, search })

export async function findArticle(slug: string): Promise<Article | null> {
  try {
    return (await kept.findOne('articles', { slug }, PAGE)).data
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return null
    throw error
  }
}

/** A draft, or the unsaved changes of an entry, with the token of the panel's preview button. */
export async function previewArticle(token: string): Promise<Article | null> {
  const answer = await fetch(`${url}/admin/api/preview${queryText({ ...PAGE, token })}`, { cache: 'no-store' })
  return answer.ok ? (await answer.json()).data : null
}

/** The attributes of an `img`: every size that the server has made, and what to show until one has arrived. */
export function imageAttributes(image: NonNullable<Card['cover']>) {
  const { width, height, placeholder } = image
  const formats = (image.formats ?? {}) as unknown as Record<string, { url: string; width: number }>
  const sizes = [...Object.values(formats), { url: image.url, width: width ?? 1 }]
  return {
    src: new URL(image.url, url).href,
    srcSet: sizes.map(size => `${new URL(size.url, url)} ${size.width}w`).join(', '),
    ...(width && height && { width, height }),
    style: placeholder ? { background: `${placeholder.color} url(${placeholder.blur}) center/cover` } : {},
  }
}
