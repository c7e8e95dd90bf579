/** The words for a name that is not known. */
import { nearestName } from './nearest-name.ts'

/** `there is no role pubic; did you mean public?`; up to `listed` known names are listed where none is near. */
export function noSuchName(what: string, name: string, known: readonly string[], listed = 0): string {
  const nearest = nearestName(name, known)
  if (nearest !== undefined) return `there is no ${what} ${name}; did you mean ${nearest}?`
  return `there is no ${what} ${name}${known.length <= listed ? `; there are ${known.join(', ')}` : ''}`
}
