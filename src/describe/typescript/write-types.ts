/** A schema -> one TypeScript file, from which `populus/client` computes the types of queries and answers. */
import { isUnique } from '../../plan/read/conditions/has-unique.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { OWN_FILE_FIELDS } from '../../schema/built-in/own-file-fields.ts'
import {
  type Attribute,
  FILE_UID,
  type Model,
  modelOf,
  type ScalarAttribute,
  type Schema,
} from '../../schema/schema.ts'
import type { DescribedQuery } from '../described-query.ts'
import { isDescribed, namedModels } from '../model-names.ts'
import { key, quoted } from './literals.ts'
import { namedQueryType } from './named-query-types.ts'

const HEAD = `// Written by \`populus types\`. Do not edit: run it again when the schema has changed.
/* eslint-disable */
import type {
  Json,
  ManyParts,
  NamedQuery,
  OnePart,
  RelationInput,
  RelationListInput,
  ToAny,
  ToMany,
  ToOne,
  Zone,
} from 'populus/client'
`

/** What the generated file imports or declares itself. */
const RESERVED = ['Content', 'Json', 'ManyParts', 'NamedQuery', 'OnePart', 'ToAny', 'ToMany', 'ToOne', 'Zone']

export interface TypesInput {
  readonly schema: Schema
  /** Whether files have the fields that Strapi does not know. */
  readonly fileFields: boolean
  /** Those of files, which the types can follow. */
  readonly queries?: readonly DescribedQuery[]
}

export function writeTypes({ schema, fileFields, queries = [] }: TypesInput): string {
  const names = namedModels(schema, RESERVED)
  const nameOf = (uid: string) => names.get(modelOf(schema, uid))!
  const models = [...names].map(([model, name]) => modelText(model, name, nameOf, fileFields))
  const content = contentText(schema, nameOf, queries)
  const imports = HEAD.split('\n').filter(line => isUsed(/^ {2}(\w+),$/.exec(line)?.[1], [...models, content]))
  return [imports.join('\n'), ...models, content].join('\n')
}

function isUsed(name: string | undefined, texts: readonly string[]): boolean {
  return name === undefined || texts.some(text => new RegExp(`\\b${name}\\b`).test(text))
}

type NameOf = (uid: string) => string

function modelText(model: Model, name: string, nameOf: NameOf, fileFields: boolean): string {
  const attributes = [...model.attributes.values()]
  const shown = attributes.filter(attribute => !attribute.private)
  return `/** ${model.displayName.replaceAll('*/', '')} */
export interface ${name} {
  scalars: ${block([...shown.flatMap(scalarLine), ...(fileFields ? fileFieldLines(model) : [])])}
  linked: ${block(shown.flatMap(attribute => linkedLine(attribute, nameOf)))}
  input: ${block(attributes.filter(isGiven).map(attribute => inputLine(attribute, nameOf)))}${uniqueLine(shown)}
}
`
}

/** The fields by whose value an entry can be found. */
function uniqueLine(shown: readonly Attribute[]): string {
  const names = shown.filter(isUnique).map(({ name }) => quoted(name))
  return names.length === 0 ? '' : `\n  unique: ${names.join(' | ')}`
}

/** Translations are linked by the server. */
function isGiven({ writable, name }: Attribute): boolean {
  return writable && name !== 'localizations'
}

function contentText(schema: Schema, nameOf: NameOf, queries: readonly DescribedQuery[]): string {
  const types = [...schema.types.values()].filter(type => type.userDefined)
  const lines = (single: boolean) =>
    types
      .filter(type => type.single === single)
      .map(type => `${key(single ? type.singularName : type.pluralName)}: ${nameOf(type.uid)}`)
  return `/** Every content type, by the name in its address. */
export interface Content {
  collections: ${block(lines(false))}
  singles: ${block(lines(true))}${queriesText(queries, nameOf)}
}
`
}

function queriesText(queries: readonly DescribedQuery[], nameOf: NameOf): string {
  const lines = queries.map(query => `${key(query.name)}: ${namedQueryType(query, nameOf(query.type.uid))}`)
  return lines.length === 0 ? '' : `\n  queries: ${block(lines)}`
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.map(line => `    ${line}\n`).join('')}  }`
}

/** Published entries have what is required; drafts may lack it. */
function scalarLine(attribute: Attribute): readonly string[] {
  if (attribute.kind !== 'scalar' || attribute.type === 'password') return []
  const always = attribute.required || ALWAYS.has(attribute.name)
  return [`${key(attribute.name)}: ${outputType(attribute)}${always ? '' : ' | null'}`]
}

/** Absent from files that do not have them, unless a query names them. */
function fileFieldLines({ uid, attributes }: Model): readonly string[] {
  const fields = uid === FILE_UID ? Object.entries(OWN_FILE_FIELDS) : []
  if (fields.some(([name]) => attributes.has(name))) return []
  return fields.map(([name, type]) => `${name}?: ${type} | null`)
}

const ALWAYS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'locale'])

function linkedLine(attribute: Attribute, nameOf: NameOf): readonly string[] {
  const type = linkedType(attribute, nameOf)
  return type === null ? [] : [`${key(attribute.name)}: ${type}`]
}

function linkedType(attribute: Attribute, nameOf: NameOf): string | null {
  switch (attribute.kind) {
    case 'scalar':
      return null
    case 'morph':
      return 'ToAny'
    case 'zone':
      return `Zone<{\n${attribute.components.map(uid => `      ${key(uid)}: ${nameOf(uid)}\n`).join('')}    }>`
    case 'component':
      return `${attribute.many ? 'ManyParts' : 'OnePart'}<${nameOf(attribute.target)}>`
    case 'relation':
    case 'media':
      if (!isDescribed(attribute.target)) return 'ToAny'
      return `${attribute.many ? 'ToMany' : 'ToOne'}<${nameOf(attribute.target)}>`
    default:
      return attribute satisfies never
  }
}

function inputLine(attribute: Attribute, nameOf: NameOf): string {
  const needed = attribute.required && attribute.definition.default === undefined
  return `${key(attribute.name)}${needed ? '' : '?'}: ${inputType(attribute, nameOf)}`
}

function inputType(attribute: Attribute, nameOf: NameOf): string {
  const part = (uid: string) => `${nameOf(uid)}['input'] & { id?: number }`
  switch (attribute.kind) {
    case 'scalar':
      return `${givenType(attribute)}${attribute.required ? '' : ' | null'}`
    case 'relation':
      return attribute.many ? 'RelationListInput | null' : 'RelationInput'
    case 'media':
      return attribute.many ? 'number[] | null' : 'number | null'
    case 'component':
      return attribute.many ? `(${part(attribute.target)})[]` : `(${part(attribute.target)}) | null`
    case 'zone': {
      const parts = attribute.components.map(uid => `({ __component: ${quoted(uid)} } & ${part(uid)})`)
      return parts.length === 0 ? 'never[]' : `(\n${parts.map(each => `      | ${each}\n`).join('')}    )[]`
    }
    case 'morph':
      return 'Json'
    default:
      return attribute satisfies never
  }
}

function outputType(attribute: ScalarAttribute): string {
  const { definition, type } = attribute
  if (type === 'enumeration' && Array.isArray(definition.enum) && definition.enum.length > 0)
    return definition.enum.map(value => quoted(String(value))).join(' | ')
  return OUTPUT_TYPES[ATTRIBUTE_TYPES[type].output]
}

const OUTPUT_TYPES = {
  string: 'string',
  number: 'number',
  digits: 'string',
  boolean: 'boolean',
  json: 'Json',
  date: 'string',
  time: 'string',
  datetime: 'string',
  epoch: 'string',
} as const

function givenType(attribute: ScalarAttribute): string {
  const { output } = ATTRIBUTE_TYPES[attribute.type]
  if (output === 'date' || output === 'datetime' || output === 'epoch') return 'string | Date'
  return output === 'digits' ? 'string | number' : outputType(attribute)
}
