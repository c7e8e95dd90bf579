/** Small content models for tests of `planWrite`, and short forms of its results. */
import type { Access } from '../../../src/plan/access.ts'
import type { PlanContext } from '../../../src/plan/plan-context.ts'
import { WIRE_DIALECTS } from '../../../src/plan/wire-dialect.ts'
import { type Judged, judgeWrite, planWrite, type WriteOptions } from '../../../src/plan/write/plan-write.ts'
import type { EntryWrite } from '../../../src/plan/write/write-plan.ts'
import { buildSchema } from '../../../src/schema/load/build-schema.ts'

export type Json = Record<string, unknown>

export type PlanOptions = Partial<WriteOptions & Judged>

export const NOW = new Date('2024-05-06T07:08:09.010Z')
export const EVERYTHING: Access = { fingerprint: '', everything: true, actions: new Set(), fields: new Map() }

export function typeFile(name: string, attributes: Json, more: Json = {}): Json {
  const info = { singularName: name, pluralName: `${name}s` }
  const path = `src/api/${name}/content-types/${name}/schema.json`
  return { [path]: { collectionName: `${name}s`, info, ...more, attributes } }
}

export function componentFile(uid: string, attributes: Json): Json {
  return { [`src/components/${uid.replace('.', '/')}.json`]: { collectionName: uid.replace('.', '_'), attributes } }
}

export const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

/** A content type `lab` with the given attributes, together with tags, authors, a link and a card. */
export function world(attributes: Json, more: Json = { options: { draftAndPublish: true } }) {
  const { schema } = buildSchema({
    ...typeFile('tag', { name: { type: 'string' } }),
    ...typeFile('author', { name: { type: 'string' } }),
    ...componentFile('shared.card', {
      title: { type: 'string', required: true },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    }),
    ...componentFile('shared.link', {
      label: { type: 'string', maxLength: 3 },
      size: { type: 'integer', default: 4 },
      key: { type: 'string', unique: true },
      tag: relation('oneToOne', 'api::tag.tag'),
    }),
    ...typeFile('lab', attributes, more),
  })
  const settings = { strictTypes: false } as PlanContext['settings']
  const context: PlanContext = {
    schema,
    access: EVERYTHING,
    dialect: WIRE_DIALECTS.strapi4,
    settings,
    defaultLocale: 'en',
  }
  const plan = (data: unknown, { isDraft = false, found, ...options }: PlanOptions = {}) => {
    const type = schema.types.get('api::lab.lab')!
    const planned = planWrite(data as Json, type, { mode: 'create', context, now: NOW, ...options })
    return { ...planned, problems: judgeWrite(planned, { isDraft, ...(found === undefined ? {} : { found }) }) }
  }
  return { plan, context }
}

export const create = (attributes: Json, data: Json, options: PlanOptions = {}) => world(attributes).plan(data, options)
export const update = (attributes: Json, data: Json, options: PlanOptions = {}) =>
  world(attributes).plan(data, { mode: 'update', ...options })

/** `label: message` for each problem. */
export const problemsOf = ({ problems }: { problems: readonly { path: readonly string[]; message: string }[] }) =>
  problems.map(({ path, message }) => `${path.join('/')}: ${message}`)

export const valuesOf = ({ write }: { write: EntryWrite }) =>
  Object.fromEntries(write.scalars.map(({ attribute, value }) => [attribute.name, value]))

export const typed = (path: string, type: string, rest: string) =>
  `${path} must be a \`${type}\` type, but the final value was: ${rest}`
