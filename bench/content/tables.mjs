/**
 * The content of the benchmark as rows of Strapi v4's tables, the same for every database: a list of tables, each with
 * its columns and a generator of rows. A `Date` is a date-time; databases store it in ways of their own.
 */
import { seededPick } from './random.mjs'
import { createTexts } from './texts.mjs'

const TAGS = 200
const COMMENTS = 5
const TAGS_PER_ARTICLE = 3
const COUNTRIES = ['Norway', 'Chile', 'Japan', 'Kenya', 'Canada', 'Greece', 'India', 'Poland', 'Brazil', 'Iceland']
const CATEGORIES = ['news', 'guide', 'essay', 'interview']
const NETWORKS = ['mastodon', 'bluesky', 'linkedin']
const FIRST = ['Ada', 'Björn', 'Chen', 'Dalia', 'Emeka', 'Frida', 'Goran', 'Hana', 'Ivo', 'Jun', 'Kaya', 'Lena']
const LAST = ['Almeida', 'Berg', 'Castro', 'Dahl', 'Eriksen', 'Fontaine', 'Grieg', 'Haddad', 'Ito', 'Jansen']
const YEAR_2024 = Date.UTC(2024, 0, 1)

/** How many authors there are for a number of articles. */
export const authorsOf = size => Math.max(1, Math.floor(size / 10))

export function contentTables(size) {
  const authors = authorsOf(size)
  return [
    table('articles', ARTICLE, size, articleRow),
    table('authors', AUTHOR, authors, authorRow),
    table('tags', ['id', 'name', 'slug', 'created_at', 'updated_at'], TAGS, tagRow),
    table('comments', ['id', 'name', 'text', 'likes', 'created_at', 'updated_at'], size * COMMENTS, commentRow),
    table('files', FILE, size + authors, fileRow),
    table('files_related_morphs', MORPH, size + authors, id => morphRow(id, size)),
    table('articles_author_links', ['id', 'article_id', 'author_id', 'article_order'], size, id => {
      return [id, id, ((id - 1) % authors) + 1, Math.floor((id - 1) / authors) + 1]
    }),
    table('articles_tags_links', TAG_LINK, size * TAGS_PER_ARTICLE, tagLinkRow),
    table('comments_article_links', ['id', 'comment_id', 'article_id', 'comment_order'], size * COMMENTS, id => {
      return [id, id, Math.floor((id - 1) / COMMENTS) + 1, ((id - 1) % COMMENTS) + 1]
    }),
    table('components_shared_seos', ['id', 'meta_title', 'meta_description', 'keywords'], size, (id, { texts }) => {
      return [id, texts.title(), texts.text(120), texts.title().toLowerCase().replaceAll(' ', ', ')]
    }),
    table('components_shared_socials', ['id', 'title', 'description', 'network'], size, (id, { texts }) => {
      return [id, texts.title(), texts.text(60), NETWORKS[id % NETWORKS.length]]
    }),
    table('components_shared_seos_components', LINK, size, id => [id, id, id, 'shared.social', 'social', null]),
    table('components_blocks_texts', ['id', 'heading', 'body'], size * 2, (id, { texts }) => {
      return [id, texts.title(), texts.markdown(260)]
    }),
    table('components_blocks_quotes', ['id', 'text', 'source'], size, (id, { texts }) => {
      return [id, texts.text(120), personName(id)]
    }),
    table('components_blocks_call_to_actions', ['id', 'title', 'text'], size, (id, { texts }) => {
      return [id, texts.title(), texts.text(60)]
    }),
    table('components_blocks_call_to_actions_components', LINK, size, id => [id, id, id, 'shared.link', 'link', null]),
    table('components_shared_links', ['id', 'label', 'url', 'external'], size, (id, { texts }) => {
      return [id, texts.title(), `https://example.org/more/${id}`, id % 2 === 0]
    }),
    table('articles_components', LINK, size * 5, articleComponentRow),
  ]
}

const ARTICLE = [
  ...['id', 'title', 'slug', 'summary', 'body', 'category', 'views', 'rating', 'featured', 'written_on'],
  ...['created_at', 'updated_at', 'published_at'],
]
const AUTHOR = ['id', 'name', 'email', 'country', 'bio', 'created_at', 'updated_at']
const FILE = [
  ...['id', 'name', 'alternative_text', 'caption', 'width', 'height', 'formats', 'hash', 'ext', 'mime', 'size', 'url'],
  ...['provider', 'folder_path', 'created_at', 'updated_at'],
]
const MORPH = ['id', 'file_id', 'related_id', 'related_type', 'field', 'order']
const TAG_LINK = ['id', 'article_id', 'tag_id', 'tag_order', 'article_order']
const LINK = ['id', 'entity_id', 'component_id', 'component_type', 'field', 'order']

/** Every table draws from a source of its own, so that a row depends on nothing but its table and its number. */
export function table(name, columns, count, row) {
  return {
    name,
    columns,
    count,
    *rows() {
      const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
      const source = { texts: createTexts(seed), pick: seededPick(seed + 1) }
      for (let id = 1; id <= count; id++) yield row(id, source)
    },
  }
}

function articleRow(id, { texts, pick }) {
  const title = `${texts.title()} ${id}`
  const written = time(id * 53)
  return [
    ...[id, title, `article-${id}`, texts.text(140), texts.markdown(540), CATEGORIES[pick(4)]],
    ...[pick(100_000), pick(500) / 100, pick(10) === 0, written.toISOString().slice(0, 10)],
    ...[written, time(id * 53 + 7), time(id * 53 + 11)],
  ]
}

function authorRow(id, { texts }) {
  const country = COUNTRIES[id % COUNTRIES.length]
  return [id, `${personName(id)} ${id}`, `author${id}@example.org`, country, texts.text(260), time(id), time(id + 9)]
}

function tagRow(id, { texts }) {
  return [id, `${texts.title().split(' ')[0]} ${id}`, `tag-${id}`, time(id), time(id + 3)]
}

function commentRow(id, { texts, pick }) {
  return [id, personName(pick(120)), texts.text(70), pick(50), time(id * 11), time(id * 11)]
}

function fileRow(id, { texts }) {
  const hash = `photo_${id}_${((id * 2654435761) % 4294967296).toString(16)}`
  const formats = Object.fromEntries(
    [
      ['thumbnail', 245],
      ['small', 500],
      ['medium', 750],
    ].map(([name, width]) => [name, fileFormat(`${name}_${hash}`, width)]),
  )
  return [
    ...[id, `photo-${id}.jpg`, texts.title(), null, 1600, 1067, JSON.stringify(formats), hash, '.jpg', 'image/jpeg'],
    ...[184.21, `/uploads/${hash}.jpg`, 'local', '/', time(id), time(id)],
  ]
}

function fileFormat(hash, width) {
  const height = Math.round((width * 2) / 3)
  const size = Math.round(width * 5.2) / 100
  const url = `/uploads/${hash}.jpg`
  return { name: `${hash}.jpg`, hash, ext: '.jpg', mime: 'image/jpeg', path: null, width, height, size, url }
}

function morphRow(id, articles) {
  return id <= articles
    ? [id, id, id, 'api::article.article', 'cover', 1]
    : [id, id, id - articles, 'api::author.author', 'avatar', 1]
}

function tagLinkRow(id) {
  const article = Math.floor((id - 1) / TAGS_PER_ARTICLE) + 1
  const order = ((id - 1) % TAGS_PER_ARTICLE) + 1
  return [id, article, ((article * 7 + order * 61) % TAGS) + 1, order, article]
}

/** The seo component and the four of the zone: text, quote, text, call to action. */
function articleComponentRow(id) {
  const article = Math.floor((id - 1) / 5) + 1
  const place = (id - 1) % 5
  if (place === 0) return [id, article, article, 'shared.seo', 'seo', null]
  const [type, component] = [
    ['blocks.text', article * 2 - 1],
    ['blocks.quote', article],
    ['blocks.text', article * 2],
    ['blocks.call-to-action', article],
  ][place - 1]
  return [id, article, component, type, 'blocks', place]
}

function personName(id) {
  return `${FIRST[id % FIRST.length]} ${LAST[Math.floor(id / FIRST.length) % LAST.length]}`
}

export function time(minutes) {
  return new Date(YEAR_2024 + ((minutes * 60_137) % 63_072_000_000))
}
