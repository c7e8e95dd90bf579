/**
 * What Populus knows about a file beyond Strapi. It is kept in the column `provider_metadata`, beside what the provider has
 * there, under a key of our own. So it travels with the row through exports, imports and moves, and a Strapi on the same
 * database keeps it: it never looks at keys that it does not know, and writes the column only when a provider stores other
 * content, for which it says nothing any more. A column of our own in `files` would be dropped by Strapi, and a table of
 * our own would keep facts about files that Strapi has deleted.
 */
import { OWN_METADATA as OWN, type OWN_FILE_FIELDS } from '../../schema/built-in/own-file-fields.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'

type FileField = keyof typeof OWN_FILE_FIELDS

export function ownMetadata(metadata: unknown, key: FileField): unknown {
  const own = isObject(metadata) ? metadata[OWN] : undefined
  return isObject(own) ? own[key] : undefined
}

/** The metadata with another value; without one if it is `null`. */
export function withOwnMetadata(
  metadata: JsonObject | null,
  key: FileField,
  value: JsonObject | null,
): JsonObject | null {
  const { [OWN]: own, ...others } = metadata ?? {}
  const { [key]: _, ...kept } = isObject(own) ? own : {}
  const ours = value === null ? kept : { ...kept, [key]: value }
  const changed = Object.keys(ours).length === 0 ? others : { ...others, [OWN]: ours }
  return Object.keys(changed).length === 0 ? null : changed
}

/** What another provider says about the same content, with what we know about it. */
export function carriedMetadata(from: JsonObject | null, to: JsonObject | null): JsonObject | null {
  const own = from?.[OWN]
  return own === undefined ? to : { ...to, [OWN]: own }
}
