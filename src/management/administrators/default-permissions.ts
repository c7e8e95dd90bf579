/** What the roles Editor and Author may do at first, as Strapi grants it. */

import type { Run } from '../../identity/records/change-rights.ts'
import { idValue, linkOf } from '../../identity/records/record-shape.ts'
import { type Attribute, type ContentType, modelOf, type Schema } from '../../schema/schema.ts'
import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { AdminPermission } from '../rights/admin-permissions.ts'
import { CONTENT_ACTIONS, type ContentAction, EXPLORER } from '../rights/admin-rights.ts'

const PERMISSION_UID = 'admin::permission'
const IS_CREATOR = 'admin::is-creator'

/** `null` lists set no limit. */
type NewPermission = Partial<AdminPermission> & Pick<AdminPermission, 'action' | 'subject' | 'conditions'>

/** Authors may change only what they have created, and cannot publish. */
export function defaultPermissions(schema: Schema, role: 'editor' | 'author'): readonly NewPermission[] {
  const conditions = role === 'author' ? [IS_CREATOR] : []
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const actions = CONTENT_ACTIONS.filter(action => role === 'editor' || action !== 'publish')
  const content = actions.flatMap(action =>
    types
      .filter(type => action !== 'publish' || type.draftAndPublish)
      .map(type => ({ ...contentPermission(action, type, schema), conditions })),
  )
  const upload = ['read', 'configure-view', 'assets.create', 'assets.update', 'assets.download', 'assets.copy-link']
  const own = new Set(['read', 'assets.update'])
  return [
    ...content,
    ...upload.map(action => ({
      action: `plugin::upload.${action}`,
      subject: null,
      conditions: own.has(action) ? conditions : [],
    })),
  ]
}

/** Permission for an action with all entries of a type, and with all of its fields. */
export function contentPermission(action: ContentAction, type: ContentType, schema: Schema): NewPermission {
  const withFields = action !== 'delete' && action !== 'publish'
  return {
    action: EXPLORER + action,
    subject: type.uid,
    ...(withFields ? { fields: fieldPaths(type, schema) } : {}),
    conditions: [],
  }
}

/** `title`, `seo.metaTitle`; dynamic zones and relations by their name alone. */
export function fieldPaths({ attributes }: ContentType, schema: Schema): readonly string[] {
  const own = [...attributes.values()].filter(({ name: attribute }) => !SYSTEM.has(attribute))
  return own.flatMap(attribute => pathsOf(attribute, schema, []))
}

const SYSTEM = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'localizations', 'locale'],
])

/** A component inside itself ends the path, or it would never end. */
function pathsOf(attribute: Attribute, schema: Schema, above: readonly string[]): readonly string[] {
  if (attribute.kind !== 'component' || above.includes(attribute.target)) return [attribute.name]
  const inner = [...modelOf(schema, attribute.target).attributes.values()]
  return inner
    .flatMap(part => pathsOf(part, schema, [...above, attribute.target]))
    .map(path => `${attribute.name}.${path}`)
}

export async function insertPermissions(
  run: Run,
  { dialect, schema, now }: { readonly dialect: SqlDialect; readonly schema: Schema; readonly now: Date },
  roleId: number,
  permissions: readonly NewPermission[],
): Promise<void> {
  const stored = schema.types.get(PERMISSION_UID)?.table ?? null
  const link = linkOf(schema, PERMISSION_UID, 'role')
  if (stored === null || link === null) return
  const moment = value(dialect.encode('datetime', now))
  const json = (given: unknown): Fragment => value(dialect.encode('json', JSON.stringify(given)))
  for (const { action, subject, fields = null, locales = null, conditions } of permissions) {
    const columns = join(['action', 'action_parameters', 'subject', 'properties', 'conditions'].map(name))
    const values = [
      value(action),
      json({}),
      value(subject),
      json({ ...(fields === null ? {} : { fields }), ...(locales === null ? {} : { locales }) }),
      json(conditions),
    ]
    const [row] = await run(
      sql`insert into ${table(stored)} (${columns}, created_at, updated_at) values (${join(values)}, ${moment}, ${moment}) returning ${name('id')}`,
    )
    const ids = sql`${idValue(dialect, Number(row?.[0]))}, ${idValue(dialect, roleId)}`
    await run(
      sql`insert into ${table(link.table)} (${name(link.parentColumn)}, ${name(link.childColumn)}) values (${ids})`,
    )
  }
}
