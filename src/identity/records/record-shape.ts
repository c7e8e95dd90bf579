/** The built-in types as typed rows: which attributes are read, and with which types. */

import { ADMIN_UID, type LinkTable, LOCALE_UID, ROLE_UID, type Schema, USER_UID } from '../../schema/schema.ts'
import { asId, column, type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'

export const PERMISSION_UID = 'plugin::users-permissions.permission'
export const ADMIN_PERMISSION_UID = 'admin::permission'
export const ADMIN_ROLE_UID = 'admin::role'
export const API_TOKEN_UID = 'admin::api-token'
export const API_TOKEN_PERMISSION_UID = 'admin::api-token-permission'

/** Converts the driver's value to the value of an attribute; a missing column gives null. */
const DECODERS = {
  text: (stored: unknown): string => (isNothing(stored) ? '' : String(stored)),
  optionalText: (stored: unknown): string | null => (isNothing(stored) ? null : String(stored)),
  /** Drivers return JSON as a string or as its value; what cannot be parsed reads as null. */
  json: storedJson,
  flag: (stored: unknown): boolean => stored === true || stored === 1,
  /** In ISO form; an invalid date reads as null. */
  moment: (stored: unknown, dialect: SqlDialect): string | null => {
    const milliseconds = isNothing(stored) ? null : dialect.moment(stored)
    return milliseconds === null ? null : new Date(milliseconds).toISOString()
  },
  /** When something ends. A value that cannot be parsed ended long ago. */
  end: (stored: unknown, dialect: SqlDialect): string | null =>
    isNothing(stored) ? null : new Date(dialect.moment(stored) ?? 0).toISOString(),
} as const

type Kind = keyof typeof DECODERS

/** A built-in type: its uid, and the attributes that we use. */
export interface RecordShape {
  readonly uid: string
  readonly attributes: Readonly<Record<string, Kind>>
}

export type AttributeOf<S extends RecordShape> = keyof S['attributes'] & string

/** A row of the type with some of its attributes. */
export type RecordOf<S extends RecordShape, Name extends AttributeOf<S> = AttributeOf<S>> = {
  readonly id: number
} & { readonly [K in Name]: ReturnType<(typeof DECODERS)[S['attributes'][K]]> }

export function decodeAttribute(kind: Kind, stored: unknown, dialect: SqlDialect): unknown {
  return DECODERS[kind](stored, dialect)
}

function storedJson(stored: unknown): unknown {
  return (typeof stored === 'string' ? parsedJson(stored) : stored) ?? null
}

function isNothing(stored: unknown): stored is null | undefined {
  return stored === null || stored === undefined
}

const stamps = { createdAt: 'moment', updatedAt: 'moment' } as const

export const ROLE = {
  uid: ROLE_UID,
  attributes: { name: 'text', description: 'optionalText', type: 'text' },
} as const satisfies RecordShape

export const LOCALE = {
  uid: LOCALE_UID,
  attributes: { name: 'text', code: 'text', ...stamps },
} as const satisfies RecordShape

export const PERMISSION = { uid: PERMISSION_UID, attributes: { action: 'text' } } as const satisfies RecordShape

export const USER = {
  uid: USER_UID,
  attributes: {
    username: 'text',
    email: 'text',
    provider: 'optionalText',
    password: 'optionalText',
    confirmed: 'flag',
    blocked: 'flag',
    ...stamps,
  },
} as const satisfies RecordShape

export const API_TOKEN = {
  uid: API_TOKEN_UID,
  attributes: {
    name: 'text',
    description: 'text',
    type: 'text',
    accessKey: 'text',
    expiresAt: 'end',
    lastUsedAt: 'moment',
    createdAt: 'moment',
  },
} as const satisfies RecordShape

export const API_TOKEN_PERMISSION = {
  uid: API_TOKEN_PERMISSION_UID,
  attributes: { action: 'text' },
} as const satisfies RecordShape

export const ADMINISTRATOR = {
  uid: ADMIN_UID,
  attributes: {
    email: 'text',
    firstname: 'optionalText',
    lastname: 'optionalText',
    username: 'optionalText',
    password: 'optionalText',
    isActive: 'flag',
    blocked: 'flag',
    ...stamps,
  },
} as const satisfies RecordShape

export const ADMIN_ROLE = {
  uid: ADMIN_ROLE_UID,
  attributes: { code: 'text', name: 'text', description: 'optionalText' },
} as const satisfies RecordShape

export const ADMIN_PERMISSION = {
  uid: ADMIN_PERMISSION_UID,
  attributes: {
    action: 'text',
    actionParameters: 'json',
    subject: 'optionalText',
    properties: 'json',
    conditions: 'json',
  },
} as const satisfies RecordShape

// Where the opened database stores a built-in type. Older databases lack columns and whole tables.

/** The column of a scalar attribute in the table called `alias`; reads as NULL if there is none. */
export function scalarOf(schema: Schema, uid: string, attribute: string, alias: string): Fragment {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'scalar' && found.column !== null ? column(alias, found.column) : sql`null`
}

/** The link table of a relation, seen from the type that has it; `null` if there is none. */
export function linkOf(schema: Schema, uid: string, attribute: string): LinkTable | null {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'relation' && found.link?.kind === 'table' ? found.link : null
}

export function idValue(dialect: SqlDialect, id: number): Fragment {
  return asId(value(dialect.encode('integer', id)))
}

/** Milliseconds or seconds since 1970. */
export function epochValue(dialect: SqlDialect, time: number): Fragment {
  return value(dialect.encode('biginteger', time))
}
