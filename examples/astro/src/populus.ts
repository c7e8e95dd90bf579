/** What the pages ask Populus for. */
import { createClient, type EntryOf, queryText } from 'populus/client'
import type { Article as ArticleType, Content } from '../populus-types'

const url = process.env.POPULUS_URL ?? 'http://127.0.0.1:1337'
const client = createClient<Content>({ url })

const cover = { fields: ['url', 'alternativeText', 'width', 'height', 'formats', 'placeholder'] } as const
const PAGE = {
  format: 'flat',
  fields: ['title', 'slug', 'summary', 'body'],
  populate: { cover, author: { fields: ['name'] } },
} as const
export type Article = EntryOf<ArticleType, typeof PAGE>

/** All of them, newest first; the client reads a hundred at a time. */
export async function allArticles(): Promise<Article[]> {
  const articles: Article[] = []
  const query = { ...PAGE, sort: 'publishedAt:desc', pagination: { pageSize: 100 } } as const
  for await (const article of client.all('articles', query)) articles.push(article)
  return articles
}

export const searchArticles = async (search: string) => (await client.find('articles', { ...PAGE, search })).data

/** A draft, or the unsaved changes of an entry, with the token of the panel's preview button. */
export async function previewArticle(token: string): Promise<Article | null> {
  const answer = await fetch(`${url}/admin/api/preview${queryText({ ...PAGE, token })}`)
  return answer.ok ? (await answer.json()).data : null
}

/** The attributes of an `img`: every size that the server has made, and what to show until one has arrived. */
export function imageAttributes(image: NonNullable<Article['cover']>) {
  const { width, height, alternativeText, placeholder } = image
  const formats = (image.formats ?? {}) as unknown as Record<string, { url: string; width: number }>
  const sizes = [...Object.values(formats), { url: image.url, width: width ?? 1 }]
  return {
    src: new URL(image.url, url).href,
    srcset: sizes.map(size => `${new URL(size.url, url)} ${size.width}w`).join(', '),
    alt: alternativeText ?? '',
    ...(width && height && { width, height }),
    ...(placeholder && { style: `background: ${placeholder.color} url(${placeholder.blur}) center/cover` }),
  }
}
