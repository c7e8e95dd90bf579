/** Characters by name, as writers of Markdown use them, and backslashes. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  sect: '§',
}

/** - `&amp;` gives `&`, `&#65;` gives `A`; `undefined` for names that are not known here */
export function characterOf(entity: string): string | undefined {
  const [, number, name] = /^&(?:#([0-9]{1,7}|[xX][0-9a-fA-F]{1,6})|(\w+));$/.exec(entity) ?? []
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  if (number === undefined) return undefined
  const code = /^[xX]/.test(number) ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 10)
  const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** What an address, a title or a description says. */
export function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&[#\w]+;/g, (whole, character?: string) => {
    return character ?? characterOf(whole) ?? whole
  })
}
