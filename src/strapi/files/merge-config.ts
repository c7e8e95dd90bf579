/** Merges values as lodash's `merge` does, with which Strapi puts a file of one environment over the common one. */
import { isRecord } from '../../util/is-record.ts'

export function mergeConfig(below: unknown, above: unknown): unknown {
  if (above === undefined) return below
  if (Array.isArray(above)) {
    const old = Array.isArray(below) ? below : []
    const length = Math.max(old.length, above.length)
    return Array.from({ length }, (_, index) => mergeConfig(old[index], above[index]))
  }
  if (!isRecord(above)) return above
  const base = isRecord(below) ? below : {}
  const names = new Set([...Object.keys(base), ...Object.keys(above)])
  return Object.fromEntries([...names].map(name => [name, mergeConfig(base[name], above[name])]))
}
