/** `title:string!` -> an attribute as schema files write it. */
import { StartError } from '../errors.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { nearestName } from '../util/text/nearest-name.ts'
import type { AttributeWish } from './model-change.ts'

export interface ParsedFor {
  /** The uid of the type that gets the attribute; `undefined` for a component. */
  readonly uid: string | undefined
  /** The content types by the names that users type: `tag`, `tags`, `api::tag.tag`, and `user`. */
  readonly types: ReadonlyMap<string, string>
}

const EXAMPLES = [
  'title:string!               required',
  'slug:uid(title)             made from the title',
  'kind:enumeration(a,b,c)     one of these',
  'cover:media, photos:media[] one file, or many',
  'author:author, tags:tag[]   a relation to one entry, or to many; to a user: owner:user',
  'author:author(articles)     the same, and the author gets articles',
  'seo:shared.seo, faq:shared.faq[], blocks:zone(blocks.hero,blocks.quote)',
]

const LISTS = [
  'lists are of media, of entries and of components: photos:media[], tags:tag[], faq:shared.faq[]',
  'a list of values is json or array',
]

/** What others call them. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['file', 'image', 'photo', 'video'].map(name => [name, 'media'] as const),
  ...['number', 'int', 'numeric'].map(name => [name, 'integer (or decimal)'] as const),
  ['bool', 'boolean'],
  ['markdown', 'richtext'],
  ['relation', 'the name of the type that it leads to, as in author:author'],
  ['component', 'the name of the component, as in seo:shared.seo'],
  ['dynamiczone', 'zone, as in blocks:zone(blocks.hero,blocks.quote)'],
])

const FORM = /^([A-Za-z_][\w-]*):([\w.:-]+)(?:\(([^()]*)\))?(\[\])?(!)?$/

export function parseAttribute(text: string, place: ParsedFor): AttributeWish {
  const [, name, kind, inner, list, needed] = FORM.exec(text) ?? []
  if (name === undefined || kind === undefined)
    throw new StartError(`Cannot read ${text}`, ['attributes look like this:', ...EXAMPLES])
  const many = list !== undefined
  const values = inner === undefined ? [] : inner.split(',').map(value => value.trim())
  const target = Object.hasOwn(ATTRIBUTE_TYPES, kind) ? undefined : place.types.get(kind)
  if (many && (kind === 'zone' || Object.hasOwn(ATTRIBUTE_TYPES, kind)))
    throw new StartError(`${text}: ${kind} cannot be a list`, [
      ...(kind === 'zone' ? ['a zone always has many components'] : LISTS),
    ])
  if (kind === 'enumeration' && values.length === 0)
    throw new StartError(`${text} names no values`, [`as in ${name}:enumeration(a,b,c)`])
  const attribute =
    target === undefined
      ? { name, definition: definitionOf(kind, values, many, place) }
      : relationTo(target, { name, many, inverse: values[0] }, place)
  return needed === undefined ? attribute : { ...attribute, definition: { ...attribute.definition, required: true } }
}

function definitionOf(kind: string, values: readonly string[], many: boolean, { types }: ParsedFor) {
  if (kind === 'media') return { type: 'media', multiple: many, allowedTypes: ['images', 'files', 'videos', 'audios'] }
  if (kind === 'zone') return { type: 'dynamiczone', components: values }
  if (kind === 'enumeration') return { type: 'enumeration', enum: values }
  if (kind === 'uid') return { type: 'uid', ...(values[0] === undefined ? {} : { targetField: values[0] }) }
  if (Object.hasOwn(ATTRIBUTE_TYPES, kind)) return { type: kind }
  if (kind.includes('.') && !kind.includes(':')) return { type: 'component', component: kind, repeatable: many }
  const attributeTypes = [...Object.keys(ATTRIBUTE_TYPES), 'media', 'zone']
  const near = MEANT.get(kind) ?? nearestName(kind, [...attributeTypes, ...types.keys()])
  const singular = [...types.keys()].filter(name => !name.includes(':'))
  throw new StartError(`${kind} is neither a type of attribute nor a content type`, [
    ...(near === undefined ? [] : [`did you mean ${near}?`]),
    `types of attributes: ${attributeTypes.join(', ')}`,
    `content types: ${singular.join(', ')}; add ${kind} first if it is to be one`,
  ])
}

interface Relation {
  readonly name: string
  readonly many: boolean
  /** The name of the attribute at the other end, if it is to have one. */
  readonly inverse: string | undefined
}

function relationTo(target: string, { name, many, inverse }: Relation, { uid }: ParsedFor): AttributeWish {
  if (inverse === undefined) {
    // Components know only relations without another end.
    const relation = uid === undefined ? (many ? 'oneToMany' : 'oneToOne') : many ? 'manyToMany' : 'manyToOne'
    return { name, definition: { type: 'relation', relation, target } }
  }
  if (uid === undefined || !target.startsWith('api::'))
    throw new StartError(`${name} cannot have ${inverse} at its other end`, [
      uid === undefined ? 'relations of components have no other end' : `${target} has no schema file in src/api`,
    ])
  const relation = many ? 'manyToMany' : 'manyToOne'
  return { name, definition: { type: 'relation', relation, target, inversedBy: inverse } }
}
