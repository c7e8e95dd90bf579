/** Seeding the example blog: every table the wire format reads from, with deterministic ids. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { StartError } from '../../../src/errors.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { steps } from '../../../src/storage/database.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { seedProject } from '../../../src/transfer/seed/seed-project.ts'
import { CLIENTS, type Client, freshDatabase, temporaryFolder } from '../../support/databases.ts'

const BLOG = fileURLToPath(new URL('../../../examples/blog', import.meta.url))

async function emptyBlog(client: Client): Promise<Storage> {
  const { schema } = await loadSchema(BLOG)
  return openStorage({ database: await freshDatabase(client), limits: DEFAULT_LIMITS }, schema, { log: () => {} })
}

describe.each(CLIENTS)('seeding the blog on %s', client => {
  let storage: Storage
  let seeded: { readonly entries: number }

  beforeAll(async () => {
    storage = await emptyBlog(client)
    seeded = await seedProject({ ...storage, folder: BLOG })
  })
  afterAll(() => storage.database.close())

  async function rows(text: string): Promise<readonly (readonly unknown[])[]> {
    const [found] = await storage.database.read(steps({ text, values: [] }))
    return found!.map(row => row.map(cell => (typeof cell === 'string' && /^\d+$/.test(cell) ? Number(cell) : cell)))
  }

  it('inserts every entry once', async () => {
    const count = async (table: string) => (await rows(`select count(*) from ${table}`))[0]![0]
    const tables = [
      'articles',
      'authors',
      'categories',
      'tags',
      'pages',
      'homepages',
      'newsletter_subscribers',
      'files',
    ]
    const counts = await Promise.all(tables.map(count))
    expect(Object.fromEntries(tables.map((table, index) => [table, counts[index]]))).toEqual({
      articles: 81,
      authors: 8,
      categories: 14,
      tags: 20,
      pages: 5,
      homepages: 2,
      newsletter_subscribers: 5,
      files: 22,
    })
    expect(seeded.entries).toBe(157)
  })

  it('gives ids in file order', async () => {
    expect(await rows('select id, slug from authors order by id limit 2')).toEqual([
      [1, 'mara-lindqvist'],
      [2, 'idris-okafor'],
    ])
    expect(await rows(`select id from articles where slug = 'first-sourdough'`)).toEqual([[1]])
    expect(await rows('select min(id), max(id) from articles')).toEqual([[1, 81]])
  })

  it('keeps drafts unpublished', async () => {
    expect(await rows('select count(*) from articles where published_at is null')).toEqual([[6]])
    expect(await rows('select slug from tags where published_at is null order by id')).toEqual([
      ['housing'],
      ['winter-issue'],
    ])
  })

  it('joins the paragraphs of a long text', async () => {
    const [[body]] = (await rows('select body from articles where id = 1')) as [[string]]
    expect(body.split('\n\n')[2]).toBe('## The loaf')
  })

  it('orders a relation on both sides', async () => {
    const tags = await rows(`select t.slug, l.tag_order from articles_tags_links l join tags t on t.id = l.tag_id
      where l.article_id = 1 order by l.tag_order`)
    expect(tags).toEqual([
      ['bread', 1],
      ['fermentation', 2],
    ])
    const articles = await rows(`select l.article_order from articles_tags_links l join tags t on t.id = l.tag_id
      where t.slug = 'bread' order by l.id`)
    expect(articles.map(row => row[0])).toEqual(articles.map((_, index) => index + 1))
    expect(articles.length).toBeGreaterThan(5)
  })

  it('links the translations of an entry in both directions', async () => {
    const links = await rows(`select a.slug, b.slug, l.article_order from articles_localizations_links l
      join articles a on a.id = l.article_id join articles b on b.id = l.inv_article_id
      where 'first-sourdough' in (a.slug, b.slug) order by a.id`)
    expect(links).toEqual([
      ['first-sourdough', 'premier-pain-au-levain', 1],
      ['premier-pain-au-levain', 'first-sourdough', 1],
    ])
    expect(await rows('select count(*) from articles_localizations_links')).toEqual([[30]])
  })

  it('inserts zones, nested components and their media', async () => {
    const zone = await rows(`select component_type from articles_components
      where entity_id = 1 and field = 'blocks' order by "order"`)
    expect(zone.map(row => row[0])).toEqual([
      'blocks.hero',
      'blocks.quote',
      'blocks.gallery',
      'blocks.featured-articles',
      'blocks.call-to-action',
    ])
    const image = await rows(`select f.name from articles_components a
      join components_shared_seos_components s on s.entity_id = a.component_id and s.field = 'metaSocial' and s."order" = 2
      join files_related_morphs m on m.related_id = s.component_id and m.related_type = 'shared.social' and m.field = 'image'
      join files f on f.id = m.file_id where a.entity_id = 1 and a.field = 'seo'`)
    expect(image).toEqual([['coffee-table.jpg']])
  })

  it('lets the public read everything but the subscribers', async () => {
    const actions = await rows(`select p.action from up_permissions p
      join up_permissions_role_links l on l.permission_id = p.id join up_roles r on r.id = l.role_id
      where r.type = 'public' and p.action like 'api::%' order by p.id`)
    expect(actions).toHaveLength(11)
    expect(actions.flat()).toContain('api::article.article.find')
    expect(JSON.stringify(actions)).not.toContain('subscriber')
  })

  it('adds the locales that are not there yet', async () => {
    expect(await rows('select code from i18n_locale order by id')).toEqual([['en'], ['fr']])
  })

  it('serves a file for every media row and format', async () => {
    const files = (await rows('select url, formats from files order by id')) as [string, string][]
    const urls = files.flatMap(([url, formats]) => [url, ...formatUrls(JSON.parse(formats))])
    expect(urls.length).toBeGreaterThan(80)
    await Promise.all(urls.map(url => stat(join(BLOG, 'public', url))))
  })
})

function formatUrls(formats: Readonly<Record<string, { readonly url: string }>>): readonly string[] {
  return Object.values(formats).map(format => format.url)
}

describe('a project with mistakes in its content', () => {
  async function seedingError(content: Readonly<Record<string, unknown>>): Promise<string> {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'content'))
    for (const [name, value] of Object.entries(content)) {
      writeFileSync(join(folder, 'content', name), typeof value === 'string' ? value : JSON.stringify(value))
    }
    const storage = await emptyBlog('sqlite')
    const error: unknown = await seedProject({ ...storage, folder }).catch((thrown: unknown) => thrown)
    await storage.database.close()
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }

  it('is told every mistake at once, with its place and what was probably meant', async () => {
    const message = await seedingError({
      'author.json': [{ $key: 'mara', name: 'Mara', slug: 'mara' }],
      'article.json': [
        {
          $key: 'one',
          tilte: 'One',
          author: '@author/maro',
          readingTime: 'three',
          category: '@author/mara',
          related: '@article/one',
          blocks: [{ __component: 'blocks.heroo' }],
        },
      ],
      'tag.json': [{ $key: 'bread', articles: ['@article/one'] }],
      'permissions.json': { editors: [] },
    })
    expect(message.split('\n')).toEqual([
      'The content files of the project have mistakes:',
      '  - article.json, "one": api::article.article has no attribute "tilte"; did you mean "title"?',
      '  - article.json, "one", readingTime: must be a whole number',
      '  - article.json, "one", author: nothing has the key "@author/maro"; did you mean "@author/mara"?',
      '  - article.json, "one", category: @author/mara has the type api::author.author, not api::category.category',
      '  - article.json, "one", related: must be a list',
      '  - article.json, "one", blocks[0]: the zone does not allow the component "blocks.heroo"; did you mean "blocks.hero"?',
      '  - tag.json, "bread", articles: cannot be set; it follows from "tags" of api::article.article',
      '  - permissions.json: there is no plugin::users-permissions.role of type "editors"',
    ])
  })

  it('is told which files are not understood', async () => {
    expect(await seedingError({ 'artikle.json': [], 'author.json': {} })).toBe(
      [
        'Cannot read the content of the project:',
        '  - artikle.json: no content type has this name; did you mean "article.json"?',
        '  - author.json: must be a list of objects',
      ].join('\n'),
    )
    expect(await seedingError({ 'author.json': '[{]' })).toContain('author.json is not JSON: line 1, column 3')
  })
})

it('a project without content is seeded with nothing', async () => {
  const storage = await emptyBlog('sqlite')
  expect(await seedProject({ ...storage, folder: temporaryFolder() })).toEqual({ entries: 0 })
  await storage.database.close()
})
