/** Strapi's conditions and locales of a permission, as conditions on the entries that it covers. */
import { PopulusError } from '../../errors.ts'
import { type Condition, combine, UNKNOWN } from '../../plan/read/conditions/condition.ts'
import { ADMIN_UID, type ContentType, isScalar, type Schema } from '../../schema/schema.ts'
import type { ActionGrant, AdminRights, ContentAction } from './admin-rights.ts'

/** The grant for an action. Throws `forbidden` if there is none, which names what is missing. */
export function needGrant(rights: AdminRights, type: ContentType, action: ContentAction): ActionGrant {
  const grant = rights.grant(type.uid, action)
  if (grant !== null) return grant
  throw new PopulusError('forbidden', {}, { hint: `needs plugin::content-manager.explorer.${action} on ${type.uid}` })
}

/** Throws `forbidden` for a locale that the grant does not cover. */
export function needLocale({ locales }: ActionGrant, locale: string | null): void {
  if (locales === null || locale === null || locales.has(locale)) return
  throw new PopulusError('forbidden', {}, { hint: `no right for the locale ${locale}` })
}

/** What every entry must pass; `null` for a grant that covers all entries. */
export function rowCondition(
  schema: Schema,
  type: ContentType,
  { locales, creators }: Pick<ActionGrant, 'locales' | 'creators'>,
): Condition | null {
  return combine('all', [
    locales === null || !type.localized ? null : isInLocale(type, [...locales]),
    creators === null ? null : isCreatedBy(schema, type, [...creators]),
  ])
}

function isInLocale(type: ContentType, values: readonly string[]): Condition {
  const attribute = type.attributes.get('locale')
  if (!isScalar(attribute)) return UNKNOWN
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: { kind: 'in', values }, negated: false }
}

/** Rows of one of these administrators. */
export function isCreatedBy(schema: Schema, type: ContentType, values: readonly number[]): Condition {
  const attribute = type.attributes.get('createdBy')
  const target = schema.types.get(ADMIN_UID)
  if (attribute?.kind !== 'relation' || target === undefined || values.length === 0) return UNKNOWN
  const condition: Condition = { kind: 'test', column: { kind: 'id' }, test: { kind: 'in', values }, negated: false }
  return { kind: 'some', attribute, target, visible: null, condition }
}
