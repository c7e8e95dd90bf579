/** The focal point of an image: what stays in view when a part is cut off. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { ownMetadata, withOwnMetadata } from './own-metadata.ts'

/** Per cent of the width and of the height. */
export interface FocalPercent {
  readonly x: number
  readonly y: number
}

const KEY = 'focalPoint'

export function focalPointOf(metadata: unknown): FocalPercent | null {
  const point = ownMetadata(metadata, KEY)
  if (!isObject(point) || !isPercent(point.x) || !isPercent(point.y)) return null
  return { x: point.x, y: point.y }
}

/** The metadata with another point, or without one. */
export function withFocalPoint(metadata: JsonObject | null, point: FocalPercent | null): JsonObject | null {
  return withOwnMetadata(metadata, KEY, point === null ? null : { x: point.x, y: point.y })
}

function isPercent(given: unknown): given is number {
  return typeof given === 'number' && given >= 0 && given <= 100
}
