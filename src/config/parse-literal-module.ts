/**
 * Reads the value that a small settings module exports, without running it: literals only, and calls of Strapi's `env`
 * helper with literal arguments.
 */
import type { Environment } from './read-dotenv.ts'

/** The module is not of the simple form; the message says where. */
export class NotLiteralError extends Error {}

/**
 * - `module.exports = { rest: { maxLimit: 50 } };` gives `{ rest: { maxLimit: 50 } }`
 * - `export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 50) } })` gives the same while `MAX` is not set
 * - `module.exports = require('./other')` throws NotLiteralError
 */
export function parseLiteralModule(text: string, env: Environment): unknown {
  const reader = new Reader(tokenize(text), env)
  reader.skipStrictMode()
  reader.expectOneOf(['module', '.', 'exports', '='], ['export', 'default'])
  return reader.readExport()
}

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'mark' | 'end'
  readonly text: string
  readonly line: number
}

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<name>[A-Za-z_$][\w$]*)|(?<number>-?\d[\d_]*(?:\.\d+)?)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\$])*`)|(?<mark>=>|[{}[\]():,;=.])/y

function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  let line = 1
  while (pattern.lastIndex < source.length) {
    const groups = pattern.exec(source)?.groups
    if (groups === undefined) throw new NotLiteralError(`line ${line} is not a plain value`)
    for (const kind of ['name', 'number', 'text', 'mark'] as const) {
      const text = groups[kind]
      if (text !== undefined) tokens.push({ kind, text, line })
    }
    line += Object.values(groups).join('').split('\n').length - 1
  }
  return [...tokens, { kind: 'end', text: 'the end', line }]
}

/** Reads values from tokens, one after the other. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #env: Environment
  #position = 0

  constructor(tokens: readonly Token[], env: Environment) {
    this.#tokens = tokens
    this.#env = env
  }

  skipStrictMode(): void {
    if (this.#peek().kind === 'text') this.#position++
    this.#skip(';')
  }

  expectOneOf(...sequences: readonly (readonly string[])[]): void {
    const found = sequences.find(sequence =>
      sequence.every((text, offset) => this.#tokens[this.#position + offset]?.text === text),
    )
    if (found === undefined) throw this.#surprise()
    this.#position += found.length
  }

  /** A value, or a function without statements that gives one. */
  readExport(): unknown {
    if (this.#peek().text === '(') this.expectOneOf(['(', ')', '=>'], ['(', '{', 'env', '}', ')', '=>'])
    const wrapped = this.#skip('(')
    const found = this.#readValue()
    if (wrapped) this.#expect(')')
    this.#skip(';')
    if (this.#peek().kind !== 'end') throw this.#surprise()
    return found
  }

  #readValue(): unknown {
    const token = this.#next()
    if (token.kind === 'text') return unquoted(token.text)
    if (token.kind === 'number') return Number(token.text.replaceAll('_', ''))
    if (token.text === '{') return Object.fromEntries(this.#readItems('}', () => this.#readProperty()))
    if (token.text === '[') return this.#readItems(']', () => this.#readValue())
    if (token.text === 'env') return this.#readEnvCall()
    if (CONSTANTS.has(token.text)) return CONSTANTS.get(token.text)
    throw this.#surprise(token)
  }

  #readProperty(): readonly [string, unknown] {
    const key = this.#next()
    if (key.kind !== 'name' && key.kind !== 'text') throw this.#surprise(key)
    this.#expect(':')
    return [key.kind === 'text' ? unquoted(key.text) : key.text, this.#readValue()]
  }

  /** Items with commas between them, up to the closing mark. */
  #readItems<T>(close: string, readItem: () => T): T[] {
    const items: T[] = []
    while (!this.#skip(close)) {
      items.push(readItem())
      if (this.#peek().text !== close) this.#expect(',')
    }
    return items
  }

  /** `env('NAME', fallback)`, `env.int('NAME', fallback)` and their like. */
  #readEnvCall(): unknown {
    const convert = this.#skip('.') ? CONVERSIONS.get(this.#next().text) : (text: string) => text
    this.#expect('(')
    const [name, fallback] = this.#readItems(')', () => this.#readValue())
    if (convert === undefined || typeof name !== 'string') throw this.#surprise()
    const text = this.#env[name]
    return text === undefined ? fallback : convert(text)
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? this.#tokens[this.#tokens.length - 1]!
  }

  #next(): Token {
    const token = this.#peek()
    this.#position++
    return token
  }

  #skip(text: string): boolean {
    const found = this.#peek().kind === 'mark' && this.#peek().text === text
    if (found) this.#position++
    return found
  }

  #expect(text: string): void {
    if (!this.#skip(text)) throw this.#surprise()
  }

  #surprise(token = this.#peek()): NotLiteralError {
    return new NotLiteralError(`line ${token.line} has ${token.text} where a plain value was expected`)
  }
}

const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

const CONVERSIONS = new Map<string, (text: string) => unknown>([
  ['int', text => Number.parseInt(text, 10)],
  ['float', text => Number.parseFloat(text)],
  ['bool', text => text === 'true'],
  ['array', text => text.split(',').map(item => item.trim())],
])

/** The text inside the quotes. */
function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => ({ n: '\n', t: '\t', r: '\r' })[char] ?? char)
}
