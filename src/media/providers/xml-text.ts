/** Reads the text of elements in the short XML answers of S3, which have no attributes in the elements we want. */

/** The text of the first element of that name. */
export function textOf(xml: string, name: string): string | undefined {
  return textsOf(xml, name)[0]
}

export function textsOf(xml: string, name: string): readonly string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))
  return [...found].map(([, text = '']) => text.replace(/&(#x?[\da-f]+|\w+);/gi, (_, entity: string) => charOf(entity)))
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function charOf(entity: string): string {
  if (!entity.startsWith('#')) return NAMED.get(entity) ?? `&${entity};`
  const hex = /^#x/i.test(entity)
  return String.fromCodePoint(Number.parseInt(entity.slice(hex ? 2 : 1), hex ? 16 : 10))
}
