/** The error for calls that Strapi has and Populus does not. */

export class NotSupportedError extends Error {
  override name = 'NotSupported'

  /** `call`: as the project's code wrote it. */
  constructor(call: string, instead = '') {
    super(`${call} is not available in Populus${instead === '' ? '' : `; ${instead}`}`)
  }
}

/**
 * An object that has only these members. Asking for another one throws an error that names it; symbols, and what
 * `await`, JSON and inspection look for, are absent as on other objects.
 */
export function onlyMembers<T extends object>(members: T, name: string, instead?: string): T {
  return new Proxy(members, {
    get: (target, key, receiver) => {
      if (key in target || typeof key === 'symbol' || PROBED.has(key)) return Reflect.get(target, key, receiver)
      throw new NotSupportedError(`${name}.${key}`, instead)
    },
  })
}

const PROBED: ReadonlySet<string> = new Set(['then', 'toJSON', 'inspect', 'constructor', 'default', '__esModule'])
