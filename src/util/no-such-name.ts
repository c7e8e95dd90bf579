/** The message for an unknown name. */
import { nearestName } from './text/nearest-name.ts'

/** `there is no role pubic; did you mean public?`. If none is near, lists the known names, up to `listed` of them. */
export function noSuchName(what: string, name: string, known: readonly string[], listed = 0): string {
  const nearest = nearestName(name, known)
  if (nearest !== undefined) return `there is no ${what} ${name}; did you mean ${nearest}?`
  return `there is no ${what} ${name}${known.length <= listed ? `; available: ${known.join(', ')}` : ''}`
}
