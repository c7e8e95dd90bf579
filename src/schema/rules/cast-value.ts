/** Casts a value, and everything in it, as its rule requires. Refuses nothing. */
import { isPlainObject, type Rule } from './rule.ts'

export function castValue(rule: Rule, value: unknown): unknown {
  const coerced = value === undefined ? undefined : rule.coerce(value, rule.nullable)
  const cast = coerced === undefined ? fallbackOf(rule) : coerced
  if (rule.fields !== null && isPlainObject(cast)) return castFields(rule.fields(), cast)
  if (rule.item !== null && Array.isArray(cast)) return castItems(rule.item, cast)
  return cast
}

/** An object that is missing and has no default is built from the defaults of its members. */
function fallbackOf(rule: Rule): unknown {
  if (rule.fallback !== INVENTED) return structuredClone(rule.fallback)
  return Object.fromEntries([...(rule.fields?.() ?? [])].map(([name, field]) => [name, castValue(field, undefined)]))
}

/** The default of an object that always exists, with the defaults of its members. */
export const INVENTED = Symbol('invented')

/** Returns the same object if no member changes. Otherwise the rule's members come first, in reverse order. */
function castFields(fields: ReadonlyMap<string, Rule>, object: Readonly<Record<string, unknown>>): unknown {
  const names = [...fields.keys()].reverse()
  const others = Object.keys(object).filter(name => !fields.has(name))
  const cast: Record<string, unknown> = {}
  let isChanged = false
  for (const name of [...names, ...others]) {
    const given = Object.hasOwn(object, name) ? object[name] : undefined
    const field = fields.get(name)
    const member = field === undefined ? given : castValue(field, given)
    if (member !== undefined) cast[name] = member
    if (member !== given) isChanged = true
  }
  return isChanged ? cast : object
}

function castItems(item: (value: unknown) => Rule, list: readonly unknown[]): unknown {
  const cast = list.map(value => castValue(item(value), value))
  return cast.some((value, index) => value !== list[index]) ? cast : list
}
