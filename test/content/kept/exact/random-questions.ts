/** Random questions to a random project. */
import fc from 'fast-check'
import type { Attribute, ContentType, Schema } from '../../../../src/schema/schema.ts'
import { aggregateOf } from '../../../properties/aggregate-queries.ts'
import { beyond } from '../../../properties/beyond-queries.ts'
import {
  anyQuery,
  pathOf,
  type QueryModel,
  queryOf,
  readableTypes,
  type TypedQuery,
} from '../../../properties/query-generator.ts'
import { serialise } from '../../../properties/serialise.ts'
import { readStored } from '../../../properties/stored-values.ts'
import type { Random } from './random.ts'

/** How many are asked: any, and narrow ones. */
const NUMBERS = { mixed: [7, 7], narrow: [0, Number.POSITIVE_INFINITY] } as const
const MOST_IDS = 6

interface Asked {
  readonly schema: Schema
  readonly seed: number
  readonly random: Random
  readonly kind: keyof typeof NUMBERS
  /** Sees everything. */
  readonly get: (path: string) => Promise<{ readonly status: number; readonly body: string }>
}

export interface Question {
  readonly path: string
  /** The right that a caller needs, such as `alpha.find`. */
  readonly needs: string
}

export async function randomQuestions({ schema, seed, random, kind, get }: Asked): Promise<readonly Question[]> {
  const readable = new Set([...schema.types.values()].filter(type => type.userDefined).map(type => type.uid))
  const model: QueryModel = { schema, readable, stored: await readStored(schema, readable, get) }
  const [numRuns, narrow] = NUMBERS[kind]
  const found = fc.sample(questionOf(model), { seed, numRuns })
  const any = found.flatMap(({ type, query }, index) => {
    if (!type.single && index % 5 === 2) {
      const [aggregate] = fc.sample(aggregateOf(model, type), { seed: seed + index, numRuns: 1 })
      return [questionAbout(type, 'aggregate', `/aggregate?${serialise(aggregate!)}`)]
    }
    if (type.single) return [questionAbout(type, 'find', `?${serialise(query)}`)]
    const one = questionAbout(type, 'findOne', `/${1 + random.below(MOST_IDS)}?${serialise(query)}`)
    const list = questionAbout(type, 'find', `?${serialise(query)}`)
    // Entries that one list has shown are kept for the others.
    const others = otherLists(query, random).map(other => questionAbout(type, 'find', `?${serialise(other)}`))
    return [index % 4 === 0 ? one : list, ...others]
  })
  const users: Question = { path: '/api/users?populate=home&sort=id', needs: 'users.find' }
  return [...any, ...random.picks(narrowQuestions(schema), narrow), users]
}

/** Lists in which the same is shown of each entry. */
function otherLists(
  { filters: _filters, sort: _sort, pagination: _pagination, ...shown }: TypedQuery['query'],
  random: Random,
): readonly TypedQuery['query'][] {
  const ids = Array.from({ length: 3 }, () => String(1 + random.below(MOST_IDS)))
  return [
    { ...shown, filters: { id: { $in: ids } } },
    { ...shown, filters: { id: { $gte: ids[0]! } }, sort: 'id:desc' },
  ]
}

/** Every third query has one of the forms beyond Strapi v4. */
function questionOf(model: QueryModel): fc.Arbitrary<TypedQuery> {
  const plain = anyQuery(model, { depth: 3 })
  const more = fc
    .constantFrom(...readableTypes(model))
    .chain(type => beyond(model, type, queryOf(model, type, { depth: 2 })).map(query => ({ type, query })))
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: more })
}

function questionAbout(type: ContentType, action: string, rest: string): Question {
  return { path: `${pathOf(type)}${rest}`, needs: `${type.singularName}.${action}` }
}

/** They depend on as little as possible, so that what is left out of a rule shows. */
function narrowQuestions(schema: Schema): readonly Question[] {
  const types = [...schema.types.values()].filter(({ userDefined, single }) => userDefined && !single)
  return types.flatMap(type => {
    const parts = [...type.attributes.values()].flatMap(narrowQueries)
    return [...parts, ...NARROW_QUERIES].map(query => questionAbout(type, 'find', `?${query}`))
  })
}

const PREVIEW = 'publicationState=preview'
const NARROW_QUERIES = [
  'fields[0]=title',
  'fields[0]=flag',
  `fields[0]=title&${PREVIEW}`,
  `fields[0]=flag&filters[rank][$lte]=2&${PREVIEW}`,
  'fields[0]=title&filters[flag]=true&pagination[pageSize]=2',
  `fields[0]=title&filters[flag][$null]=true&pagination[pageSize]=2&${PREVIEW}`,
  `fields[0]=flag&sort[0]=rank&pagination[pageSize]=3&${PREVIEW}`,
]

function narrowQueries({ kind, name }: Attribute): readonly string[] {
  if (kind === 'component' || kind === 'zone' || kind === 'media')
    return [`fields[0]=flag&${PREVIEW}&populate[0]=${name}`]
  if (kind !== 'relation' || !/^[rb]\d$/.test(name)) return []
  return [
    `fields[0]=flag&${PREVIEW}&populate[${name}][fields][0]=flag`,
    `fields[0]=flag&${PREVIEW}&filters[${name}][rank][$gt]=1`,
    `fields[0]=flag&${PREVIEW}&sort[0]=${name}.title`,
  ]
}
