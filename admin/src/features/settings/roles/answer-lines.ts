/** An answer as lines, so that two of them can be compared: a line knows the value that it belongs to. */

export interface AnswerLine {
  readonly text: string
  /** Equal for lines that say the same of the same value. */
  readonly key: string
}

/**
 * - `{"data":[{"id":3,"a":1}]}` gives the lines of an indented text. The key of `"a": 1` is `data.#3.a 1`: entries of a list are
 *   known by their ids, so that one more does not move the others.
 */
export function answerLines(body: string): readonly AnswerLine[] {
  try {
    return linesOf(JSON.parse(body), { path: '', name: '', depth: 0, comma: '' })
  } catch {
    return body.split('\n').map(text => ({ text, key: text }))
  }
}

/** The lines that the others do not have. */
export function onlyIn(lines: readonly AnswerLine[], others: readonly AnswerLine[]): ReadonlySet<AnswerLine> {
  const known = new Set(others.map(({ key }) => key))
  return new Set(lines.filter(({ key }) => !known.has(key)))
}

interface Place {
  readonly path: string
  /** With its colon; empty in a list. */
  readonly name: string
  readonly depth: number
  readonly comma: ',' | ''
}

function linesOf(value: unknown, place: Place): readonly AnswerLine[] {
  const { path, name, depth, comma } = place
  const indent = '  '.repeat(depth)
  const line = (text: string, key: string): AnswerLine => ({ text: `${indent}${text}`, key: `${path} ${key}` })
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    const text = JSON.stringify(value)
    return [line(`${name}${text}${comma}`, text)]
  }
  const items = Object.entries(value)
  const inside = items.flatMap(([key, item], index) =>
    linesOf(item, {
      path: `${path}.${isList ? itemKey(item, index) : key}`,
      name: isList ? '' : `${JSON.stringify(key)}: `,
      depth: depth + 1,
      comma: index < items.length - 1 ? ',' : '',
    }),
  )
  const [open, close] = isList ? '[]' : '{}'
  return [line(`${name}${open}`, 'begins'), ...inside, line(`${close}${comma}`, 'ends')]
}

function itemKey(item: unknown, index: number): string {
  const { id } = (item ?? {}) as { readonly id?: unknown }
  return typeof id === 'number' || typeof id === 'string' ? `#${id}` : String(index)
}
