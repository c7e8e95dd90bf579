/** Where code is loaded but not called: only the names of what a server offers are asked for, so that it may be anything. */
export const ANYTHING: never = new Proxy(() => ANYTHING, { get: (_, name) => memberOf(name) }) as unknown as never

function memberOf(name: string | symbol): unknown {
  if (name === Symbol.iterator) return () => [][Symbol.iterator]()
  if (name === Symbol.toPrimitive) return () => ''
  return name === 'then' ? undefined : ANYTHING
}
