import type { Texts } from './texts.ts'

/** The parts of a language by their names: `./form.json` is the part `form`. */
export function partsOf(files: Readonly<Record<string, unknown>>): Partial<Texts> {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.slice(2, -'.json'.length), texts]))
}
