/** `override({ a: 1, b: 2 }, { a: undefined, b: 3 })` is `{ a: 1, b: 3 }`: undefined values change nothing. */
export function override<T extends object>(lower: T, upper: { readonly [K in keyof T]?: T[K] | undefined } = {}): T {
  const given = Object.entries(upper).filter(([, value]) => value !== undefined)
  return { ...lower, ...Object.fromEntries(given) }
}
