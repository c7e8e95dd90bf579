/** Projects with random content types: drafts, locales, every kind of relation, components, zones, files, and rules of rows. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extendedUserType, USER_SCHEMA_FILE } from '../../../identity/users/extended-user-type.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { PROJECT } from '../../write/write-app.ts'
import type { Random } from './random.ts'
import { randomRules } from './random-rules.ts'

type Json = Record<string, unknown>

export const TYPES = ['alpha', 'beta', 'gamma'] as const
export const USER_UID = 'plugin::users-permissions.user'
const uid = (name: string) => `api::${name}.${name}`

const BLOCK = {
  text: { type: 'string' },
  rank: { type: 'integer' },
  who: { type: 'relation', relation: 'manyToOne', target: uid('alpha') },
  many: { type: 'relation', relation: 'manyToMany', target: uid('beta') },
  picture: { type: 'media', multiple: false },
}
const WRAP = {
  note: { type: 'string' },
  inner: { type: 'component', component: 'parts.block', repeatable: true },
}

/** Returns the folder of the project. `full`: every type has attributes of every kind. */
export function randomProject(random: Random, full: boolean): string {
  const folder = temporaryFolder()
  const write = (path: string, content: Json) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  cpSync(join(PROJECT, 'content'), join(folder, 'content'), { recursive: true })
  write('package.json', { name: 'exact', private: true })
  write('content/permissions.json', {})
  write('src/components/parts/block.json', { collectionName: 'components_parts_blocks', info: {}, attributes: BLOCK })
  write('src/components/parts/wrap.json', { collectionName: 'components_parts_wraps', info: {}, attributes: WRAP })
  const relations = randomRelations(random)
  const owner = { type: 'relation', relation: 'manyToOne', target: USER_UID }
  for (const name of TYPES) {
    const localized = random.chance(0.4)
    const own = { ...scalars(localized), ...parts(random, full), ...(name === 'alpha' && { owner }) }
    const attributes = { ...own, ...Object.fromEntries(relations.get(name) ?? []) }
    write(`src/api/${name}/content-types/${name}/schema.json`, typeOf(name, attributes, random.chance(0.6), localized))
  }
  const lone = { ...scalars(false), ...parts(random, full), star: relation('oneToOne', 'alpha') }
  write('src/api/lone/content-types/lone/schema.json', {
    ...typeOf('lone', lone, random.chance(0.5), false),
    kind: 'singleType',
  })
  write(USER_SCHEMA_FILE, userType())
  for (const name of TYPES) {
    const followed = (relations.get(name) ?? []).flatMap(([attribute, { target }]) =>
      target !== undefined ? [attribute] : [],
    )
    for (const [index, rule] of randomRules(random, name, followed).entries())
      write(`rules/${name}-${index}.json`, rule)
  }
  return folder
}

function typeOf(name: string, attributes: Json, draftAndPublish: boolean, localized: boolean): Json {
  return {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish },
    ...(localized && { pluginOptions: { i18n: { localized: true } } }),
    attributes,
  }
}

/** Rules compare rows with these values of the caller. */
function userType(): Json {
  const home = relation('manyToOne', 'alpha')
  return extendedUserType({ level: { type: 'integer' }, mark: { type: 'string' }, home })
}

function scalars(localized: boolean): Json {
  const own = localized ? { pluginOptions: { i18n: { localized: true } } } : {}
  return {
    title: { type: 'string', ...own },
    rank: { type: 'integer' },
    flag: { type: 'boolean', ...own },
    at: { type: 'datetime', ...own },
  }
}

function parts(random: Random, full: boolean): Json {
  const all: readonly [string, Json][] = [
    ['seo', { type: 'component', component: random.pick(['parts.block', 'parts.wrap']), repeatable: false }],
    ['rows', { type: 'component', component: random.pick(['parts.block', 'parts.wrap']), repeatable: true }],
    ['zone', { type: 'dynamiczone', components: ['parts.block', 'parts.wrap'] }],
    ['cover', { type: 'media', multiple: false }],
    ['gallery', { type: 'media', multiple: true }],
  ]
  return Object.fromEntries(all.filter(() => full || random.chance(0.5)))
}

const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target: uid(target),
  ...more,
})

/** Both sides, or one. */
const PAIRS = [
  ['oneToOne', 'oneToOne'],
  ['manyToOne', 'oneToMany'],
  ['manyToMany', 'manyToMany'],
  ['oneToOne', null],
  ['manyToOne', null],
  ['oneToMany', null],
  ['manyToMany', null],
] as const

function randomRelations(random: Random): ReadonlyMap<string, readonly (readonly [string, Json])[]> {
  const found = new Map<string, (readonly [string, Json])[]>(TYPES.map(name => [name, []]))
  for (let number = 0; number < 5; number += 1) {
    const [from, to] = [random.pick(TYPES), random.pick(TYPES)]
    const [kind, inverse] = random.pick(PAIRS)
    const column = kind.endsWith('One') && random.chance(0.3) ? { useJoinTable: false } : {}
    const [name, back] = [`r${number}`, `b${number}`]
    found.get(from)!.push([name, relation(kind, to, { ...column, ...(inverse !== null && { inversedBy: back }) })])
    if (inverse !== null) found.get(to)!.push([back, relation(inverse, from, { ...column, mappedBy: name })])
  }
  if (random.chance(0.6)) {
    const many = random.chance(0.5)
    found.get('gamma')!.push(['any', { type: 'relation', relation: many ? 'morphToMany' : 'morphToOne' }])
    found.get('alpha')!.push(['named', relation(random.pick(['morphMany', 'morphOne']), 'gamma', { morphBy: 'any' })])
  }
  return found
}
