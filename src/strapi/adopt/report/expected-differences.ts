/** Which of the deliberate differences from Strapi can be noticed with this project. */
import type { Config } from '../../../config/config.ts'
import type { Attribute, Model, Schema } from '../../../schema/schema.ts'
import type { DatabasePart, DifferenceEntry, SettingsPart } from '../adopt-report.ts'
import { DIFFERENCES, type DifferenceId } from '../differences.ts'

interface Known {
  readonly config: Config
  readonly schema: Schema
  readonly database: DatabasePart
  readonly settings: SettingsPart
}

/** Why a difference matters for a project; `null` if it does not. */
type Reason = (known: Known) => string | null

const ALWAYS = 'holds for every project'

const REASONS: Readonly<Partial<Record<DifferenceId, Reason>>> = {
  passwords: ({ schema }) => named(schema, ({ kind, ...rest }) => 'type' in rest && rest.type === 'password'),
  order: () => ALWAYS,
  'bad-input': () => ALWAYS,
  limits: () => ALWAYS,
  'page-size': ({ settings }) =>
    settings.taken.some(({ setting }) => setting === 'api.maxLimit')
      ? null
      : 'the project sets no api.maxLimit that can be used',
  'nested-pages': ({ schema }) => {
    const count = owned(schema).filter(([, attribute]) => attribute.kind === 'relation' && attribute.many).length
    return count === 0 ? null : `${count} ${count === 1 ? 'relation leads' : 'relations lead'} to many entries`
  },
  drafts: ({ schema }) =>
    [...schema.types.values()].some(({ userDefined, draftAndPublish }) => userDefined && draftAndPublish)
      ? named(schema, ({ kind }) => kind === 'zone' || kind === 'morph')
      : null,
  search: ({ schema }) => named(schema, attribute => attribute.private && isText(attribute)),
  'big-integers': ({ schema, database }) =>
    database.client === 'sqlite' ? named(schema, ({ definition }) => definition.type === 'biginteger') : null,
  decimals: ({ schema, database }) =>
    database.client === 'sqlite' ? named(schema, ({ definition }) => definition.type === 'decimal') : null,
  users: ({ schema }) => (schema.types.has('plugin::users-permissions.user') ? 'the project has users' : null),
  'time-zone': ({ database }) =>
    database.timezone === null
      ? null
      : `they are read as ${database.timezone}; it must be the time zone of the process that ran Strapi`,
  'signed-addresses': ({ config }) => (config.media.s3.acl === 'private' ? 'the bucket of the files is private' : null),
  headers: () => ALWAYS,
}

export function expectedDifferences(known: Known): readonly DifferenceEntry[] {
  return (Object.keys(DIFFERENCES) as DifferenceId[]).flatMap(id => {
    const why = REASONS[id]?.(known) ?? null
    return why === null ? [] : [{ id, what: DIFFERENCES[id], why }]
  })
}

function isText({ kind, definition }: Attribute): boolean {
  return kind === 'scalar' && ['string', 'text', 'richtext', 'email', 'uid'].includes(String(definition.type))
}

/** The attributes of the project's own models. */
function owned({ types, components }: Schema): readonly (readonly [Model, Attribute])[] {
  const models: readonly Model[] = [
    ...[...types.values()].filter(({ userDefined }) => userDefined),
    ...components.values(),
  ]
  return models.flatMap(model => [...model.attributes.values()].map(attribute => [model, attribute] as const))
}

const SHOWN = 3

/** The first few attributes of a kind: `api::article.article.secret, and 2 more`. */
function named(schema: Schema, wanted: (attribute: Attribute) => boolean): string | null {
  const found = owned(schema).flatMap(([model, attribute]) =>
    wanted(attribute) ? [`${model.uid}.${attribute.name}`] : [],
  )
  if (found.length === 0) return null
  const rest = found.length - SHOWN
  return [...found.slice(0, SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}
