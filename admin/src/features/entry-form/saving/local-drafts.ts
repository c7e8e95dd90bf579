/** Unsaved work in this browser. Every function may fail: storage can be full, or switched off. */
import type { Changes } from '../merging/merge.ts'

export interface LocalDraft {
  readonly key: string
  /** The version of the entry when the person began. */
  readonly base: string | null
  readonly changes: Changes
  readonly savedAt: string
  /** Whether the server has it too. */
  readonly isOnServer: boolean
}

const NAME = 'populus-drafts'
const STORE = 'drafts'

let database: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.catch(() => {
    database = undefined
  })
  return database
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(STORE, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

export function keepDraft(draft: LocalDraft): Promise<unknown> {
  return run('readwrite', store => store.put(draft))
}

export function keptDraft(key: string): Promise<LocalDraft | undefined> {
  return run<LocalDraft | undefined>('readonly', store => store.get(key))
}

export function dropDraft(key: string): Promise<unknown> {
  return run('readwrite', store => store.delete(key))
}

/** - `7/api::article.article/3` */
export function draftKey(person: number, uid: string, id: string): string {
  return `${person}/${uid}/${id}`
}
