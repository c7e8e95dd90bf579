/**
 * The focal point of an image: what stays in view when a part is cut off. It is kept in the column `provider_metadata`,
 * beside what the provider has there, under a key of our own. So it travels with the row through exports, imports and
 * moves, and a Strapi on the same database keeps it: it never looks at keys that it does not know, and writes the column
 * only when a provider stores other content, for which the point says nothing any more. A column of our own in `files`
 * would be dropped by Strapi, and a table of our own would keep points of files that Strapi has deleted.
 */
import { isObject, type JsonObject } from '../../schema/json-value.ts'

/** Per cent of the width and of the height. */
export interface FocalPercent {
  readonly x: number
  readonly y: number
}

const OWN = 'populus'
const KEY = 'focalPoint'

export function focalPointOf(metadata: unknown): FocalPercent | null {
  const own = isObject(metadata) ? metadata[OWN] : undefined
  const point = isObject(own) ? own[KEY] : undefined
  if (!isObject(point) || !isPercent(point.x) || !isPercent(point.y)) return null
  return { x: point.x, y: point.y }
}

/** The metadata with another point, or without one. */
export function withFocalPoint(metadata: JsonObject | null, point: FocalPercent | null): JsonObject | null {
  const { [OWN]: own, ...others } = metadata ?? {}
  const { [KEY]: _, ...kept } = isObject(own) ? own : {}
  const ours = point === null ? kept : { ...kept, [KEY]: { x: point.x, y: point.y } }
  const changed = Object.keys(ours).length === 0 ? others : { ...others, [OWN]: ours }
  return Object.keys(changed).length === 0 ? null : changed
}

function isPercent(given: unknown): given is number {
  return typeof given === 'number' && given >= 0 && given <= 100
}
