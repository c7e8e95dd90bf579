/** The tables that define who may do what. */

import { type Attribute, ROLE_UID, type Schema, USER_UID } from '../../schema/schema.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { CORE_STORE } from '../../tables/core-store.ts'
import { API_TOKEN_PERMISSION_UID, API_TOKEN_UID, PERMISSION_UID } from '../records/record-shape.ts'

const TYPES = [USER_UID, ROLE_UID, PERMISSION_UID, API_TOKEN_UID, API_TOKEN_PERMISSION_UID]
const OWN = ['password_changes']

export function rightsTables(schema: Schema, { ownSchema }: SqlDialect): readonly string[] {
  const types = TYPES.flatMap(uid => schema.types.get(uid) ?? [])
  const stored = types.flatMap(type => [type.table ?? [], ...[...type.attributes.values()].map(linkTables)].flat())
  return [...new Set([...stored, CORE_STORE, ...OWN.map(table => `${ownSchema}.${table}`)])]
}

function linkTables(attribute: Attribute): readonly string[] {
  return attribute.kind === 'relation' && attribute.link?.kind === 'table' ? [attribute.link.table] : []
}
