/** Reads a `.env` file by the rules of the `dotenv` package, which Strapi v4 uses. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables of the folder's `.env`; none when there is no such file. */
export async function readDotenv(folder: string): Promise<Environment> {
  try {
    return parseDotenv(await readFile(join(folder, '.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^#\r\n]*)[ \t]*(?:#.*)?$/gm

/**
 * - `PORT=1337 # web` gives `PORT` = `1337`
 * - `export KEY='a # b'` gives `KEY` = `a # b`
 * - `KEY="a\nb"` gives two lines; in single quotes the backslash stays
 */
export function parseDotenv(content: string): Environment {
  const pairs = Array.from(content.replace(/\r\n?/g, '\n').matchAll(LINE), ([, name = '', raw = '']) => [
    name,
    unquote(raw.trim()),
  ])
  return Object.freeze(Object.fromEntries(pairs))
}

function unquote(raw: string): string {
  const quote = raw[0]
  if (raw.length < 2 || quote !== raw.at(-1) || !(quote === '"' || quote === "'" || quote === '`')) return raw
  const inner = raw.slice(1, -1)
  return quote === '"' ? inner.replace(/\\n/g, '\n').replace(/\\r/g, '\r') : inner
}
