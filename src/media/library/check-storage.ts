/** Compares rows with objects: rows whose objects are missing, and objects without a row. */
import { PopulusError } from '../../errors.ts'
import { objectsOf } from '../files/file-values.ts'
import type { MediaContext } from '../media-context.ts'
import type { StoredObject } from '../providers/provider.ts'
import { notedObjects } from '../upload/notes.ts'
import { countFiles, eachFile } from './each-file.ts'

export interface StorageReport {
  readonly files: number
  readonly objects: number
  /** Objects that a row names, and the storage does not have. */
  readonly missing: readonly MissingObject[]
  /** Objects that an upload made, and no row names. */
  readonly orphans: readonly OrphanObject[]
  /** Objects that no upload made: nobody knows what they are for, so they are left alone. */
  readonly foreign: number
  /** Providers of rows that are not configured, so their objects could not be looked at. */
  readonly unknownProviders: readonly string[]
}

export interface MissingObject {
  readonly file: number
  readonly name: string
  /** The format whose object it is; `null` for the file itself. */
  readonly format: string | null
  readonly key: string
}

export interface OrphanObject extends StoredObject {
  readonly provider: string
}

export interface CheckOptions {
  readonly progress?: (done: number, total: number) => void
}

/** The end of the names that servers give to uploaded files: `_` and ten hexadecimal digits. */
const MADE_BY_UPLOAD = /_[\da-f]{10}(\.\w+)?$/

interface Expected extends MissingObject {
  found: boolean
}

export async function checkStorage(context: MediaContext, { progress }: CheckOptions = {}): Promise<StorageReport> {
  const expected = await expectedObjects(context, progress)
  const noted = await notedKeys(context)
  const names = new Set([context.provider.name, ...expected.keys()])
  const orphans: OrphanObject[] = []
  const unknownProviders: string[] = []
  let [objects, foreign] = [0, 0]
  for (const name of names) {
    const known = expected.get(name) ?? new Map<string, Expected>()
    try {
      for await (const object of context.providerOf(name).list()) {
        objects += 1
        const row = known.get(object.key)
        if (row !== undefined) row.found = true
        else if (!MADE_BY_UPLOAD.test(object.key)) foreign += 1
        else if (!noted.has(`${name} ${object.key}`)) orphans.push({ ...object, provider: name })
      }
    } catch (error) {
      if (!(error instanceof PopulusError && error.key === 'providerNotSupported')) throw error
      unknownProviders.push(name)
      expected.delete(name)
    }
  }
  const missing = [...expected.values()].flatMap(known => [...known.values()].filter(({ found }) => !found))
  return {
    files: await countFiles(context),
    objects,
    missing: missing.map(({ found: _, ...object }) => object),
    orphans,
    foreign,
    unknownProviders,
  }
}

/** By provider and name. */
async function expectedObjects(
  context: MediaContext,
  progress: CheckOptions['progress'],
): Promise<Map<string, Map<string, Expected>>> {
  const expected = new Map<string, Map<string, Expected>>()
  const total = await countFiles(context)
  let done = 0
  for await (const file of eachFile(context)) {
    const provider = context.providerOf(file.provider)
    const known = expected.get(file.provider) ?? new Map<string, Expected>()
    expected.set(file.provider, known)
    const formats = [null, ...Object.keys(file.formats ?? {})]
    for (const [index, object] of objectsOf(file).entries()) {
      const key = provider.keyOf(object)
      if (key === null) continue
      known.set(key, { file: file.id, name: file.name, format: formats[index] ?? null, key, found: false })
    }
    done += 1
    progress?.(done, total)
  }
  return expected
}

/** Objects of uploads that run at the moment have no row yet. */
async function notedKeys(context: MediaContext): Promise<ReadonlySet<string>> {
  const notes = await context.journal.list()
  const refs = notes.flatMap(({ note }) => notedObjects(note))
  return new Set(refs.map(({ provider, object }) => `${provider} ${context.providerOf(provider).keyOf(object)}`))
}

/** Deletes objects without a row. Returns how many are gone. */
export async function deleteOrphans(context: MediaContext, orphans: readonly OrphanObject[]): Promise<number> {
  for (const { provider, key } of orphans) await context.providerOf(provider).deleteKey(key)
  return orphans.length
}
