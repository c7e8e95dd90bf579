/**
 * What the plugin strapi-plugin-transformer 3.1 does to the `data` of an answer, step for step: also where it goes further
 * than it means to, such as into the values of JSON fields. Works on freshly parsed JSON, which it changes.
 */
export interface ReshapeOptions {
  readonly removeAttributesKey: boolean
  readonly removeDataKey: boolean
}

type Holder = Record<string, unknown> | unknown[]

export function reshapeData(options: ReshapeOptions, data: unknown): unknown {
  if (!isHolder(data)) return data
  const again = (value: unknown) => reshapeData(options, value)
  if (options.removeAttributesKey) {
    if (has(data, 'attributes')) return again(withoutAttributes(data))
    if (Array.isArray(data) && has(data[0], 'attributes')) return data.map(again)
  }
  for (const key of keysOf(data)) {
    const value = (data as Record<string, unknown>)[key]
    if (value) reshapeMember(options, data, key, value)
  }
  return data
}

function reshapeMember(options: ReshapeOptions, data: Holder, key: string, value: unknown): void {
  const again = (inner: unknown) => reshapeData(options, inner)
  if (options.removeDataKey) {
    if (isHolder(value)) set(data, key, again(value))
    if (Array.isArray(value)) set(data, key, value.map(again))
  }
  if (has(value, 'data')) {
    const { data: inner } = value as { data: unknown }
    // A list is gone through as an object first, which may change its items.
    const whole = isHolder(inner) ? again(inner) : null
    const relation = Array.isArray(inner) ? inner.map(again) : whole
    if (options.removeDataKey) set(data, key, relation)
    else set((data as Record<string, unknown>)[key] as Holder, 'data', relation)
  }
  if (has(value, 'id')) set(data, key, again(value))
  if (Array.isArray(value) && has(value[0], 'id')) set(data, key, value.map(again))
}

function withoutAttributes(entry: Holder): Holder {
  const { id, attributes } = entry as { id?: unknown; attributes: unknown }
  return { id, ...(isHolder(attributes) ? attributes : {}) } as Holder
}

/** The plugin goes through an object with a `length` as if it were a list. */
function keysOf(holder: Holder): readonly string[] {
  const { length } = holder as { length?: unknown }
  if (!Number.isSafeInteger(length) || Number(length) < 0) return Object.keys(holder)
  return Object.keys(holder).filter(key => /^(0|[1-9]\d*)$/.test(key) && Number(key) < Number(length))
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

function has(value: unknown, key: string): boolean {
  return isHolder(value) && Object.hasOwn(value, key)
}

/** `__proto__` is a key like any other. */
function set(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true })
}
