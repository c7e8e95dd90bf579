/** A provider whose images lose their other sizes when they are replaced or deleted, whoever does it. */
import type { MediaProvider } from '../providers/provider.ts'

export function forgettingProvider(provider: MediaProvider, forget: (name: string) => Promise<void>): MediaProvider {
  const put: MediaProvider['put'] = async (object, body) => {
    const placed = await provider.put(object, body)
    await forget(object.hash + object.ext)
    return placed
  }
  const remove: MediaProvider['delete'] = async object => {
    await provider.delete(object)
    await forget(object.hash + object.ext)
  }
  return new Proxy(provider, {
    get: (target, key) => {
      if (key === 'put') return put
      if (key === 'delete') return remove
      const member = Reflect.get(target, key) as unknown
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
