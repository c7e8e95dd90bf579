/** `title:string!` -> an attribute as schema files write it. */
import { StartError } from '../errors.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { nearestName } from '../util/nearest-name.ts'

export interface NamedAttribute {
  readonly name: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** How the types of content are found by the names that users type: `tag`, `tags`, `api::tag.tag`. */
export type FindType = (name: string) => string | undefined

const EXAMPLES = [
  'title:string!               required',
  'slug:uid(title)             made from the title',
  'kind:enumeration(a,b,c)     one of these',
  'cover:media, photos:media[] one file, or many',
  'author:author, tags:tag[]   a relation to one entry, or to many',
  'seo:shared.seo, faq:shared.faq[], blocks:zone(blocks.hero,blocks.quote)',
]

const FORM = /^([A-Za-z_][\w-]*):([\w.:-]+)(?:\(([^()]*)\))?(\[\])?(!)?$/

export function parseAttribute(text: string, findType: FindType): NamedAttribute {
  const [, name, kind, inner, list, needed] = FORM.exec(text) ?? []
  if (name === undefined || kind === undefined)
    throw new StartError(`Cannot read ${text}`, ['attributes look like this:', ...EXAMPLES])
  const required = needed === undefined ? {} : { required: true }
  const many = list !== undefined
  const values = inner === undefined ? [] : inner.split(',').map(value => value.trim())
  return { name, definition: { ...definitionOf(kind, values, many, findType), ...required } }
}

function definitionOf(kind: string, values: readonly string[], many: boolean, findType: FindType) {
  if (kind === 'media') return { type: 'media', multiple: many, allowedTypes: ['images', 'files', 'videos', 'audios'] }
  if (kind === 'zone') return { type: 'dynamiczone', components: values }
  if (kind === 'enumeration') return { type: 'enumeration', enum: values }
  if (kind === 'uid') return { type: 'uid', ...(values[0] === undefined ? {} : { targetField: values[0] }) }
  if (Object.hasOwn(ATTRIBUTE_TYPES, kind)) return { type: kind }
  const target = findType(kind)
  if (target !== undefined) return { type: 'relation', relation: many ? 'manyToMany' : 'manyToOne', target }
  if (kind.includes('.') && !kind.includes(':')) return { type: 'component', component: kind, repeatable: many }
  const known = [...Object.keys(ATTRIBUTE_TYPES), 'media', 'zone']
  const near = nearestName(kind, known)
  throw new StartError(`${kind} is neither a type of attribute nor a content type`, [
    ...(near === undefined ? [] : [`did you mean ${near}?`]),
    `types of attributes: ${known.join(', ')}`,
  ])
}
