/** Freezes a plain value and everything in it. */

export function deepFreeze<T>(given: T): T {
  if (typeof given !== 'object' || given === null || Object.isFrozen(given)) return given
  for (const member of Object.values(given)) deepFreeze(member)
  return Object.freeze(given)
}
