/** `strapi.store`: settings by key, in the table where Strapi keeps them. */
import type { ContentContext } from '../../../../content/content-context.ts'
import type { RunFragment } from '../../../../storage/run-fragment.ts'
import { deleteCoreStore, readCoreStore, setCoreStore } from '../../../../tables/core-store.ts'
import { onlyMembers } from '../not-supported.ts'
import type { StoredContent } from '../stored-content.ts'

export interface StoreKey {
  readonly type?: string
  readonly name?: string
  readonly environment?: string
  readonly key?: string
  readonly value?: unknown
}

export interface Store {
  get(key?: StoreKey | string): Promise<unknown>
  set(key: StoreKey): Promise<void>
  delete(key?: StoreKey | string): Promise<void>
}

/** `strapi.store({ type: 'plugin', name: 'upload' }).get({ key: 'settings' })` and `strapi.store.get({ ... })` */
export function createStore(stored: StoredContent): ((defaults?: StoreKey) => Store) & Store {
  const of = (defaults: StoreKey = {}): Store =>
    onlyMembers(
      {
        get: async key => (await run(stored.current(), request => readCoreStore(request, name(defaults, key)))) ?? null,
        set: key => run(stored.current(), request => setCoreStore(request, name(defaults, key), key.value)),
        delete: key => run(stored.current(), request => deleteCoreStore(request, name(defaults, key))),
      },
      'strapi.store()',
    )
  return Object.assign(of, of())
}

function name(defaults: StoreKey, given: StoreKey | string = {}): string {
  const { type = 'core', name: owner, key } = { ...defaults, ...(typeof given === 'string' ? { key: given } : given) }
  if (key === undefined) throw new Error('strapi.store: expected a key')
  return [type, owner, key].filter(part => part !== undefined && part !== '').join('_')
}

function run<T>({ database }: ContentContext, work: (run: RunFragment) => Promise<T>): Promise<T> {
  const { dialect } = database
  return database.write(transaction => work(fragment => transaction.run(dialect.bind(dialect.compile(fragment)))))
}
