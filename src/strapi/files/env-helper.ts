/** Strapi's `env` helper, which its `config` files are called with. */
import type { Environment } from '../../config/sources/read-dotenv.ts'

type Lookup = (name: string, fallback?: unknown) => unknown

export interface EnvHelper extends Lookup {
  readonly int: Lookup
  readonly float: Lookup
  readonly bool: Lookup
  readonly json: Lookup
  readonly array: Lookup
  readonly date: Lookup
  readonly oneOf: (name: string, allowed: readonly unknown[], fallback?: unknown) => unknown
}

export function envHelper(env: Environment): EnvHelper {
  const reading =
    (convert: (text: string, name: string) => unknown): Lookup =>
    (name, fallback) => {
      const given = env[name]
      return given === undefined ? fallback : convert(given, name)
    }
  return Object.assign(
    reading(text => text),
    {
      int: reading(text => Number.parseInt(text, 10)),
      float: reading(text => Number.parseFloat(text)),
      bool: reading(text => text === 'true'),
      json: reading(jsonValue),
      array: reading(listOf),
      date: reading(text => new Date(text)),
      oneOf: (name: string, allowed: readonly unknown[], fallback?: unknown) => {
        const given = env[name] ?? fallback
        return allowed.includes(given) ? given : fallback
      },
    },
  )
}

function jsonValue(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`Invalid json environment variable ${name}: ${text}`)
  }
}

/** `a, b` and `["a", "b"]` are the same list. */
function listOf(text: string): readonly string[] {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1] ?? text
  return inner.split(',').map(item => unquoted(item.trim()))
}

function unquoted(text: string): string {
  const [quote] = text
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote)
  return isQuoted ? text.slice(1, -1) : text
}
