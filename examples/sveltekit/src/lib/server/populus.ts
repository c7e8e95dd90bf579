/** What the pages ask Populus for. */
import { error } from '@sveltejs/kit'
import MarkdownIt from 'markdown-it'
import { ClientError, createClient, type EntryOf, queryText } from 'populus/client'
import { env } from '$env/dynamic/private'
import type { Article as ArticleType, Content } from '../../../populus-types'

const url = env.POPULUS_URL ?? 'http://127.0.0.1:1337'
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

export async function listArticles(page: number) {
  const query = { ...CARD, sort: 'publishedAt:desc', pagination: { page, pageSize: 10 } } as const
  const { data, meta } = await client.find('articles', query)
  return { page, pageCount: meta.pagination.pageCount, articles: data.map(withImage) }
}

export async function searchArticles(search: string) {
  return (await client.find('articles', { ...CARD, search })).data.map(withImage)
}

export async function findArticle(slug: string) {
  const answer = await client.findOne('articles', { slug }, PAGE).catch((problem: unknown) => {
    throw problem instanceof ClientError && problem.status === 404 ? error(404) : problem
  })
  return forPage(answer.data)
}

/** A draft, or the unsaved changes of an entry, with the token of the panel's preview button. */
export async function previewArticle(token: string) {
  const answer = await fetch(`${url}/admin/api/preview${queryText({ ...PAGE, token })}`)
  return answer.ok ? forPage((await answer.json()).data) : error(404)
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
