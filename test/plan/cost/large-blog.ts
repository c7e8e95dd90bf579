/** The example blog with a thousand more articles: long bodies, tags, authors and related articles. */
import Database from 'better-sqlite3'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { onServer } from '../../support/databases.ts'

const ARTICLES = 1000
const BODY_WORDS =
  'the slow post has a kettle and eight people who write about gardens trains cities bread and machines'.split(' ')

/** A pseudo-random number below `most`, the same in every run. */
export function numbers(seed: number): (most: number) => number {
  let state = seed
  return most => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The lower bits repeat soon.
    return (state >>> 8) % most
  }
}

/** Texts of 5 to 10 thousand characters. */
function bodyOf(next: (most: number) => number): string {
  const length = 5000 + next(5000)
  const words: string[] = []
  for (let size = 0; size < length; ) {
    const word = BODY_WORDS[next(BODY_WORDS.length)]!
    words.push(word)
    size += word.length + 1
  }
  return words.join(' ')
}

/** Adds the articles to the tables of a seeded blog. */
export async function enlargeBlog(database: DatabaseConfig): Promise<void> {
  const next = numbers(11)
  const now = new Date('2024-05-01T00:00:00.000Z')
  const first = 1001
  const ids = Array.from({ length: ARTICLES }, (_, index) => first + index)
  const articles = ids.map(id => [id, `Article ${id}`, `article-${id}`, 'A summary.', bodyOf(next)] as const)
  const links: Record<string, readonly (readonly [number, number])[]> = {
    'articles_tags_links article_id tag_id': ids.flatMap(id =>
      distinct(3, () => 1 + next(18)).map(tag => [id, tag] as const),
    ),
    'articles_author_links article_id author_id': ids.map(id => [id, 1 + next(8)] as const),
    'articles_related_links article_id inv_article_id': ids.flatMap(id =>
      distinct(3, () => first + next(ARTICLES)).map(other => [id, other] as const),
    ),
  }
  if (database.client === 'sqlite') {
    const file = new Database(database.filename)
    const at = now.getTime()
    const insert = file.prepare(
      'insert into articles (id, title, slug, summary, body, locale, created_at, updated_at, published_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    file.transaction(() => {
      for (const article of articles) insert.run(...article, 'en', at, at, at)
      for (const [table, pairs] of Object.entries(links)) {
        const [name, parent, child] = table.split(' ')
        const link = file.prepare(`insert into ${name} (${parent}, ${child}) values (?, ?)`)
        for (const pair of pairs) link.run(...pair)
      }
    })()
    file.close()
    return
  }
  await onServer(database.url, async sql => {
    for (let start = 0; start < articles.length; start += 100) {
      const rows = articles.slice(start, start + 100).map(([id, title, slug, summary, body]) => ({
        id,
        title,
        slug,
        summary,
        body,
        locale: 'en',
        created_at: now,
        updated_at: now,
        published_at: now,
      }))
      await sql`insert into articles ${sql(rows)}`
    }
    for (const [table, pairs] of Object.entries(links)) {
      const [name, parent, child] = table.split(' ') as [string, string, string]
      await sql`insert into ${sql(name)} ${sql(pairs.map(([a, b]) => ({ [parent]: a, [child]: b })))}`
    }
    await sql`analyze`
  })
}

function distinct(count: number, next: () => number): readonly number[] {
  const found = new Set<number>()
  while (found.size < count) found.add(next())
  return [...found]
}
