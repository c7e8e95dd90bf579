/** Parses JSON and reports the line and column of a mistake; Node's own messages do not always have a position. */

export class JsonMistake extends Error {}

/**
 * `parseJsonFile('{"a": 1}')` is `{ a: 1 }`; a byte order mark is skipped.
 * `parseJsonFile('{\n  "a": x\n}')` throws JsonMistake `line 2, column 8: unexpected "x"`.
 */
export function parseJsonFile(text: string): unknown {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new JsonMistake(describe(json, mistakeAt(json)), { cause })
  }
}

function describe(json: string, position: number): string {
  const before = json.slice(0, position).split('\n')
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`
  if (position >= json.length) return `${place}: unexpected end of file`
  const found = String.fromCodePoint(json.codePointAt(position)!)
  const comment = json.startsWith('//', position) || json.startsWith('/*', position)
  return `${place}: unexpected ${JSON.stringify(found)}${comment ? ' (JSON does not allow comments)' : ''}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON text must not contain them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\n\r]*/y

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'
type Step = { readonly position: number; readonly expected: Expected }

/** Where the text stops being JSON. Uses a list of open brackets instead of recursion, so deep nesting is safe. */
function mistakeAt(json: string): number {
  const open: string[] = []
  let step: Step | null = { position: 0, expected: 'value' }
  for (;;) {
    const position: number = skip(SPACE, json, step.position) ?? step.position
    if (position >= json.length) return position
    step = advance(json, { ...step, position }, open)
    if (step === null) return position
  }
}

function advance(json: string, { position, expected }: Step, open: string[]): Step | null {
  const character = json[position]!
  const next = position + 1
  switch (expected) {
    case 'colon':
      return character === ':' ? { position: next, expected: 'value' } : null
    case 'comma or end':
      if (character === ',' && open.length > 0) {
        return { position: next, expected: open.at(-1) === '{' ? 'key' : 'value' }
      }
      return close(character, next, open)
    case 'key':
    case 'key or end': {
      if (expected === 'key or end' && character === '}') return close(character, next, open)
      const end = skip(STRING, json, position)
      return end === null ? null : { position: end, expected: 'colon' }
    }
    case 'value':
    case 'value or end':
      if (expected === 'value or end' && character === ']') return close(character, next, open)
      return value(json, position, open)
  }
}

function value(json: string, position: number, open: string[]): Step | null {
  const character = json[position]!
  if (character === '{' || character === '[') {
    open.push(character)
    return { position: position + 1, expected: character === '{' ? 'key or end' : 'value or end' }
  }
  const end = skip(STRING, json, position) ?? skip(NUMBER, json, position) ?? skip(WORD, json, position)
  return end === null ? null : { position: end, expected: 'comma or end' }
}

function close(character: string, next: number, open: string[]): Step | null {
  if (character !== (open.at(-1) === '{' ? '}' : ']') || open.length === 0) return null
  open.pop()
  return { position: next, expected: 'comma or end' }
}

function skip(pattern: RegExp, json: string, position: number): number | null {
  pattern.lastIndex = position
  return pattern.test(json) ? pattern.lastIndex : null
}
