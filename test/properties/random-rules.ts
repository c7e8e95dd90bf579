/**
 * Rules of rows that leave a random part of some types, and changes to the recorded content that only concern the other
 * rows. Whatever its form, a rule means "one of these ids", so that it is known which rows are hidden.
 */
import fc from 'fast-check'
import type { RuleFiles } from '../support/worlds/linked-project.ts'

export interface RandomRules {
  readonly rules: RuleFiles
  readonly changes: readonly string[]
}

/** The number of rows of each type, its table, and a relation that all callers may follow. */
const TYPES = [
  { name: 'article', table: 'articles', rows: 74, relation: 'author' },
  { name: 'author', table: 'authors', rows: 12, relation: 'articles' },
  { name: 'tag', table: 'tags', rows: 10, relation: 'articles' },
  { name: 'category', table: 'categories', rows: 10, relation: 'parent' },
  { name: 'comment', table: 'comments', rows: 60, relation: 'article' },
  { name: 'team', table: 'teams', rows: 4, relation: 'members' },
] as const

type TypeName = (typeof TYPES)[number]['name']

/** Always the same for a seed. */
export function randomRules(seed: number): RandomRules {
  const [parts] = fc.sample(fc.tuple(...TYPES.map(({ rows, relation }) => partOf(rows, relation))), {
    seed,
    numRuns: 1,
  })
  const of = (name: TypeName) => parts![TYPES.findIndex(type => type.name === name)]!
  const rules = TYPES.map(({ name }) => {
    const rule = { roles: ['public'], tokens: true, type: name, operations: ['read'], where: of(name).where }
    return [name, rule] as const
  })
  const hidden = (name: TypeName, column = 'id') => `${column} not in (${of(name).ids.join(', ')})`
  return { rules: Object.fromEntries(rules), changes: changesOf(hidden) }
}

/** Some of the ids from 1 on, and one of the conditions that mean them. */
function partOf(rows: number, relation: string) {
  const all = Array.from({ length: rows }, (_, index) => index + 1)
  const some = fc.subarray(all, { minLength: Math.ceil(rows * 0.4), maxLength: Math.ceil(rows * 0.8) })
  return fc.tuple(some, fc.nat({ max: 4 })).map(([ids, form]) => ({ ids, where: conditionOf(ids, relation, form) }))
}

function conditionOf(ids: readonly number[], relation: string, form: number): object {
  const listed = { id: { $in: ids } }
  const related = { [relation]: { id: { $gt: 3 } } }
  const anything = [related, { $not: related }, { [relation]: { id: { $null: true } } }]
  switch (form) {
    case 0:
      return listed
    case 1:
      return { $or: ids.map(id => ({ id })) }
    case 2:
      return { $not: { id: { $notIn: ids } } }
    case 3:
      return { $or: [{ $and: [related, listed] }, listed] }
    default:
      return { $and: [{ $or: anything }, listed] }
  }
}

/** Other values, other publication states and locales, fewer and more rows, and other links to them. */
function changesOf(hidden: (name: TypeName, column?: string) => string): readonly string[] {
  return [
    `update articles set title = 'changed ' || id, slug = 'changed-' || id, summary = 'x' || id, rank = 1000 - id, views = id, kind = null, event_at = null where ${hidden('article')}`,
    `update articles set published_at = null where ${hidden('article')} and id % 3 = 0`,
    `update articles set published_at = created_at where ${hidden('article')} and id % 3 = 1`,
    `update articles set locale = 'fr' where ${hidden('article')} and id % 5 = 0`,
    `delete from articles where ${hidden('article')} and id % 4 = 2`,
    `insert into articles (id, title, slug, rank, locale, published_at, created_at) select 201, 'new', 'new', 0, 'en', max(published_at), max(created_at) from articles`,
    `delete from articles_localizations_links where ${hidden('article', 'inv_article_id')} and id % 2 = 0`,
    `delete from articles_related_links where ${hidden('article', 'inv_article_id')} and id % 2 = 0`,
    `insert into articles_related_links (article_id, inv_article_id, article_order, inv_article_order) select id, 201, 0, 0 from articles where id % 2 = 0`,
    `delete from files_related_morphs where related_type = 'api::article.article' and ${hidden('article', 'related_id')} and id % 2 = 0`,
    `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select id, 201, 'api::article.article', 'cover', 0 from files`,
    `insert into bundles_items_links (bundle_id, article_id, article_order) select id, 201, 0 from bundles`,
    `update pins_subjects_morphs set subjects_id = 201 where subjects_type = 'api::article.article' and ${hidden('article', 'subjects_id')}`,

    `update authors set name = 'changed ' || id, email = null, level = 9 where ${hidden('author')}`,
    "insert into authors (id, name, level) values (201, 'new', 1)",
    `update articles_author_links set author_id = 201 where ${hidden('author', 'author_id')}`,
    `update comments_author_links set author_id = 201 where ${hidden('author', 'author_id')}`,
    `delete from components_blocks_author_cards_author_links where ${hidden('author', 'author_id')} and id % 2 = 0`,
    'insert into authors_team_links (author_id, team_id, author_order) select 201, id, 0 from teams where id = 1',

    `update tags set name = 'changed ' || id, slug = 'changed-' || id, weight = 77 where ${hidden('tag')}`,
    "insert into tags (id, name, slug, weight, published_at) select 201, 'new', 'new', 1, max(published_at) from tags",
    `delete from articles_tags_links where ${hidden('tag', 'tag_id')} and id % 2 = 0`,
    'insert into articles_tags_links (article_id, tag_id, tag_order, article_order) select id, 201, 0, 0 from articles',
    'insert into components_blocks_gallerys_tags_links (gallery_id, tag_id, tag_order) select id, 201, 0 from components_blocks_gallerys',

    `update categories set name = 'changed ' || id, position = 50 - id where ${hidden('category')}`,
    `delete from articles_category_links where ${hidden('category', 'category_id')} and id % 2 = 0`,

    `update comments set content = 'changed', stars = 5, approved = true where ${hidden('comment')}`,
    `delete from comments where ${hidden('comment')} and id % 3 = 0`,
    "insert into comments (id, content, stars, approved) values (201, 'new', 1, true)",
    'insert into comments_article_links (comment_id, article_id, comment_order) select 201, min(id), 0 from articles',

    `update teams set name = 'changed ' || id, founded = 1900 + id where ${hidden('team')}`,
  ]
}
