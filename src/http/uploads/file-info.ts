/** Checks `fileInfo`, which comes as JSON text, once or several times, or as JSON. Messages are Strapi's. */
import { PopulusError } from '../../errors.ts'
import type { FileInfo } from '../../media/upload/received-file.ts'
import { printValue } from '../../schema/rules/print-value.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'

const NAMES = ['name', 'alternativeText', 'caption'] as const

/** For one file. Everything but the three known values is dropped. */
export function oneFileInfo(given: unknown): FileInfo {
  if (given === undefined) return {}
  const info = fromText(given)
  return isPlainObject(info) ? checkedInfo(info, ['fileInfo']) : refuse(['fileInfo'], 'object', given, null)
}

/** For several files, in their order. */
export function fileInfoList(given: unknown): readonly FileInfo[] {
  if (given === undefined) return []
  const list = fromText(given)
  if (!Array.isArray(list)) return refuse(['fileInfo'], 'array', given, null)
  return list.map((item: unknown, index) => {
    const info = fromText(item)
    const path = ['fileInfo', String(index)]
    if (item === undefined) return {}
    return isPlainObject(info) ? checkedInfo(info, path) : refuse(path, 'object', item, null)
  })
}

function fromText(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return null
  }
}

function checkedInfo(info: Readonly<Record<string, unknown>>, path: readonly string[]): FileInfo {
  return Object.fromEntries(
    NAMES.flatMap(name => {
      const value = Object.hasOwn(info, name) ? info[name] : undefined
      return value === undefined ? [] : [[name, textOf(value, [...path, name])]]
    }),
  )
}

function textOf(value: unknown, path: readonly string[]): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return refuse(path, 'string', value, value)
}

function refuse(path: readonly string[], type: string, given: unknown, final: unknown): never {
  const cast = given === final ? '' : ` (cast from the value \`${printValue(given)}\`)`
  const message = `${pathText(path)} must be a \`${type}\` type, but the final value was: \`${printValue(final)}\`${cast}.`
  const errors = [{ path, message, name: 'ValidationError' }]
  throw new PopulusError('invalidValues', { message }, { details: { errors } })
}

/** `fileInfo[1].name` */
function pathText([first = '', ...rest]: readonly string[]): string {
  return first + rest.map(part => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
}
