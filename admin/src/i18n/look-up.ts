/** Finds a text in the chosen language, and fills in its values. */

export type Values = Readonly<Record<string, string | number>>

/** The chosen language first, then English. */
export type Sources = readonly Partial<Record<string, Partial<Record<string, string>>>>[]

/** - `fill('Hello {name}', { name: 'Ana' })` gives `Hello Ana` */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Falls back to English and then to the key, so that a missing translation is never a broken page. */
export function lookUp(sources: Sources, key: string): string {
  return found(sources, key) ?? key
}

/** The form for a number: `entries_few` in Russian for 3. The form `other` stands for one that is missing. */
export function lookUpPlural(sources: Sources, key: string, category: Intl.LDMLPluralRule): string {
  return found(sources, `${key}_${category}`) ?? lookUp(sources, `${key}_other`)
}

function found(sources: Sources, key: string): string | undefined {
  const dot = key.indexOf('.')
  const [part, name] = [key.slice(0, dot), key.slice(dot + 1)]
  return sources.map(source => source[part]?.[name]).find(text => text !== undefined)
}
