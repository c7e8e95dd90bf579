import MarkdownIt from 'markdown-it'
import Link from 'next/link'
import { type Article, type Card, imageAttributes } from '../lib/populus'

/** HTML inside of Markdown is shown as text. */
const markdown = new MarkdownIt()

export const Cards = ({ articles }: { articles: readonly Card[] }) =>
  articles.map(({ id, slug, title, summary, cover }) => (
    <article key={id}>
      {cover && <img {...imageAttributes(cover)} alt={cover.alternativeText ?? ''} sizes="12rem" />}
      <h2>
        <Link href={`/articles/${slug}`}>{title}</Link>
      </h2>
      <p>{summary}</p>
    </article>
  ))

export const ArticleView = ({ article: { title, summary, body, cover, author } }: { article: Article }) => (
  <main>
    <h1>{title}</h1>
    <p>
      {summary} {author && <i>{author.name}</i>}
    </p>
    {cover && <img {...imageAttributes(cover)} alt={cover.alternativeText ?? ''} sizes="60rem" />}
    <div dangerouslySetInnerHTML={{ __html: markdown.render(body ?? '') }} />
  </main>
)
