/** What queries have in common if only their values differ. The values are left out: they may be secrets. */
import { isList, isObject, joinPath, type QueryObject, type QueryValue } from '../../query/query-value.ts'

/** Stands for a value. */
const VALUE = '…'
/** A longer shape is cut: somebody has written it, and it is only read by people. */
const LONGEST = 2000
/** What names of attributes, components, locales and operators look like. Anything else may be a value. */
const NAME = /^[$*\w.:-]{1,100}$/

type Write = (path: string, value: QueryValue) => readonly string[]

/**
 * `filters[slug][$eq]=…&populate=author,tags` for `populate[0]=author&populate[1]=tags&filters[slug]=tide`; parameters that
 * no query has are left out.
 */
export function queryShape(query: QueryObject): string {
  const text = terms('', query, SHAPES).join('&')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}${VALUE}` : text
}

const hidden: Write = path => [`${path}=${VALUE}`]

const names: Write = (path, value) => {
  const items = isList(value) ? value : [value]
  if (items.some(isObject)) return hidden(path, value)
  const words = items.flatMap(item => String(item ?? '').split(',')).map(word => nameOf(word.trim()))
  return [`${path}=${[...new Set(words)].join(',')}`]
}

/** Names of fields are not separated by commas. */
const fields: Write = (path, value) =>
  isList(value) ? value.flatMap((item, index) => names(joinPath(path, index), item)) : names(path, value)

/** Lists of values are one value; lists of conditions have each kind of condition once. */
const conditions: Write = (path, value) => {
  if (isList(value) && value.some(isObject)) {
    const kinds = new Map(value.map(item => [conditions('', item).join('&'), item]))
    const items = [...kinds].sort(byName).map(([, item]) => item)
    return items.flatMap((item, index) => conditions(joinPath(path, index), item))
  }
  if (!isObject(value)) return hidden(path, value)
  return sorted(value).flatMap(([name, inner]) => conditions(joinPath(path, nameOf(name)), inner))
}

const populate: Write = (path, value) => {
  if (!isObject(value)) return names(path, value)
  return sorted(value).flatMap(([name, options]) => {
    const place = joinPath(path, nameOf(name))
    return isObject(options) ? terms(place, options, OPTIONS) : names(place, options)
  })
}

const pages: Write = (path, value) =>
  isObject(value) ? sorted(value).flatMap(([name]) => hidden(joinPath(path, nameOf(name)), null)) : hidden(path, value)

const SELECTED = { fields, filters: conditions, populate, sort: names, pagination: pages }

/** Of a whole query: a list, an entry or an aggregate. */
const SHAPES: Readonly<Record<string, Write>> = {
  ...SELECTED,
  ...{ locale: names, fallback: names, publicationState: names, format: names },
  ...{ _q: hidden, search: hidden, start: hidden, limit: hidden, page: hidden, pageSize: hidden },
  ...{ count: names, sum: names, avg: names, min: names, max: names, groupBy: names, having: conditions },
}

/** Of a populated attribute. */
const OPTIONS: Readonly<Record<string, Write>> = {
  ...SELECTED,
  ...{ on: populate, publicationState: names, components: names, ordering: names },
  ...{ count: names, exists: names, ids: names, required: names, start: hidden, limit: hidden },
}

function terms(path: string, query: QueryObject, shapes: Readonly<Record<string, Write>>): readonly string[] {
  return sorted(query).flatMap(([name, value]) =>
    Object.hasOwn(shapes, name) ? shapes[name]!(joinPath(path, name), value) : [],
  )
}

/** The order of parameters means nothing. */
function sorted(query: QueryObject): readonly (readonly [string, QueryValue])[] {
  return Object.entries(query).sort(byName)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

function nameOf(word: string): string {
  return NAME.test(word) ? word : VALUE
}
