/** The names of objects in a store whose names look like paths, and their places in addresses. */
import { trimBoth } from '../../util/text/trim-run.ts'

/** The folder of all objects, with a slash at its end; empty if there is none. */
export function folderOf(path: string | undefined): string {
  return path === undefined ? '' : `${trimBoth(path, '/')}/`
}

/** The name in an address that begins with one of these, without the slash at their ends. */
export function keyIn(url: string, starts: readonly (string | undefined)[]): string | undefined {
  const start = starts.find(candidate => candidate !== undefined && url.startsWith(`${candidate}/`))
  if (start === undefined) return undefined
  const [path = ''] = url.slice(start.length + 1).split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** What is between the folder of all objects and the name. */
export function pathIn(key: string, prefix: string, name: string): string | null {
  return key.startsWith(prefix) && key.endsWith(name) ? key.slice(prefix.length, -name.length) || null : null
}

/** As signatures need it: everything but letters, digits and `-._~` is written with `%`. */
export function encodedKey(key: string): string {
  const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return key
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[!'()*]/g, percent))
    .join('/')
}
