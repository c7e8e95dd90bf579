/** Sorts over two to four relations, media and components, in every place where a query may have one. */
import fc from 'fast-check'
import { type Attribute, type ContentType, type Model, modelOf } from '../../src/schema/schema.ts'
import { isVisibleTo, type Query, type QueryModel, type QueryPart, queryOf } from './query-generator.ts'
import { isSearched, withSearch } from './search-queries.ts'

/** `limits.toManySortHops`. */
const MOST_TO_MANY = 3

interface Path {
  readonly names: readonly string[]
  readonly model: Model
  readonly many: number
}

type Linked = Extract<Attribute, { readonly target: string }>

function linked({ schema, readable }: QueryModel, model: Model): readonly Linked[] {
  return [...model.attributes.values()].filter(
    (attribute): attribute is Linked =>
      'target' in attribute && isVisibleTo({ readable }, attribute) && isModel(schema, attribute.target),
  )
}

function isModel({ types, components }: QueryModel['schema'], uid: string): boolean {
  return types.has(uid) || components.has(uid)
}

/** Relations to many entries are taken three times as often as others. */
function further(model: QueryModel, path: Path, hops: number): fc.Arbitrary<Path> {
  const next = linked(model, path.model).filter(({ many }) => !many || path.many < MOST_TO_MANY)
  if (hops === 0 || next.length === 0) return fc.constant(path)
  const weighed = next.flatMap(attribute => (attribute.many ? [attribute, attribute, attribute] : [attribute]))
  return fc.constantFrom(...weighed).chain(({ name, target, many }) => {
    const reached = modelOf(model.schema, target)
    const longer = { names: [...path.names, name], model: reached, many: path.many + (many ? 1 : 0) }
    return further(model, longer, hops - 1)
  })
}

/** `tags.articles.title:desc` */
export function deepSort(model: QueryModel, start: Model): fc.Arbitrary<string> {
  const path = fc.integer({ min: 2, max: 4 }).chain(hops => further(model, { names: [], model: start, many: 0 }, hops))
  return path.chain(({ names, model: reached }) => {
    const scalars = [...reached.attributes.values()].filter(
      attribute => attribute.kind === 'scalar' && isVisibleTo(model, attribute),
    )
    const last = fc.constantFrom('id', ...scalars.map(({ name }) => name))
    return fc
      .tuple(last, fc.constantFrom('', ':asc', ':desc'))
      .map(([name, order]) => `${[...names, name].join('.')}${order}`)
  })
}

/** Beside other things that are asked: at the root, in a branch of populate, in a search, with pages and with places. */
export function deeplySorted(model: QueryModel, type: ContentType): fc.Arbitrary<Query> {
  const sort = fc.array(deepSort(model, type), { minLength: 1, maxLength: 2 })
  const shown = fc.constantFrom<Query>(
    { fields: 'id' },
    { fields: 'id', pagination: { after: '', pageSize: '4' } },
    { fields: 'id', pagination: { before: '', pageSize: '4' } },
    { fields: 'id', pagination: { page: '2', pageSize: '3' } },
    { fields: 'id', locale: 'all' },
    { fields: 'id', locale: 'fr', fallback: 'en' },
    { filters: { id: { $lt: '40' } } },
  )
  const plain = fc.tuple(shown, sort).map(([query, terms]): Query => ({ ...query, sort: terms }))
  const beside = fc.tuple(queryOf(model, type, { depth: 2 }), sort).map(([query, terms]) => ({ ...query, sort: terms }))
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 2, arbitrary: beside },
    { weight: 3, arbitrary: sortedBranch(model, type) },
    { weight: isSearched(type) ? 2 : 0, arbitrary: withSearch(model, plain) },
  )
}

/** A relation to many entries that is sorted, whole or cut. */
function sortedBranch(model: QueryModel, type: ContentType): fc.Arbitrary<Query> {
  const branches = linked(model, type).filter(({ many }) => many)
  if (branches.length === 0) return deepSort(model, type).map(sort => ({ sort }))
  const cut = fc.constantFrom<Readonly<Record<string, QueryPart>>>({}, {}, { limit: '2' }, { start: '1', limit: '2' })
  return fc
    .constantFrom(...branches)
    .chain(({ name, target }) =>
      fc
        .tuple(deepSort(model, modelOf(model.schema, target)), cut)
        .map(([sort, page]): Query => ({ fields: 'id', populate: { [name]: { fields: 'id', sort, ...page } } })),
    )
}

/** As named queries, which become plain reads. */
export const DEEPLY_SORTED: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries({
    article: [
      ...[
        'tags.articles.title',
        'related.tags.name:desc',
        'author.articles.tags.name',
        'comments.article.comments.stars',
      ],
      ...['category.articles.tags.weight:desc', 'page.article.gallery.name', 'tags.articles.tags.slug'],
    ],
    author: ['articles.tags.name', 'team.members.articles.title:desc', 'mentees.articles.seo.metaTitle'],
    tag: ['articles.related.title', 'articles.author.mentees.name', 'pins.id', 'articles.links.label'],
    bundle: ['items.tags.articles.rank', 'labels.articles.title:desc', 'mainTag.articles.title'],
  }).flatMap(([type, sorts]) =>
    sorts.map((sort, index) => [`deep-${type}-${index}`, { type, query: { fields: ['id'], sort: [sort] } }]),
  ),
)
