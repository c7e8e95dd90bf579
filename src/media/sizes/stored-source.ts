/** Images to make sizes of: those in the public folder, and those that the database knows and a remote provider keeps. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { selectFirst } from '../../sql/compile-write.ts'
import { fileType, readFileRow, readFrom } from '../files/file-rows.ts'
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import { focalPointOf } from '../files/focal-point.ts'
import type { FocalPoint } from '../images/image-values.ts'
import type { MediaContext } from '../media-context.ts'
import type { FindSource, LocalImage, SizeSource } from './size-source.ts'

/** How long a row is taken to be as it was, in milliseconds, and how many rows are remembered. */
const REMEMBERED = 60_000
const MOST_REMEMBERED = 1000
const LOCAL = 'local'

interface Remembered {
  readonly row: StoredFile | undefined
  readonly until: number
}

export function storedSources(context: MediaContext): FindSource {
  const remembered = new Map<string, Remembered>()
  // Looking for a name reads the whole table, because Strapi has no index for it.
  const rowOf = async (name: string): Promise<StoredFile | undefined> => {
    const known = remembered.get(name)
    if (known !== undefined && known.until > performance.now()) return known.row
    const row = await findRow(context, name)
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!)
    remembered.set(name, { row, until: performance.now() + REMEMBERED })
    return row
  }
  return async (name, local) => {
    if (local !== undefined) return localSource(context, name, local)
    if (context.provider.name === LOCAL) return undefined
    const row = await rowOf(name)
    return row === undefined || row.provider === LOCAL ? undefined : remoteSource(context, name, row)
  }
}

function localSource(context: MediaContext, name: string, { path, version }: LocalImage): SizeSource {
  return { name, version, use: async work => work(path, focalOf(await findRow(context, name))) }
}

/** Its bytes are fetched, and removed again when the work is done. */
function remoteSource(context: MediaContext, name: string, row: StoredFile & { updatedAt?: unknown }): SizeSource {
  const [object] = objectsOf(row)
  return {
    name,
    version: `${row.id} ${row.updatedAt}`,
    url: row.url,
    use: async work => {
      const workspace = await context.workspaces.open()
      try {
        const path = join(workspace.folder, 'source')
        await pipeline(await context.providerOf(row.provider).read(object!), createWriteStream(path))
        return await work(path, focalOf(row))
      } finally {
        await workspace.remove()
      }
    },
  }
}

async function findRow({ content }: MediaContext, name: string): Promise<StoredFile | undefined> {
  const { table } = fileType(content.schema)
  const [, hash = name, ext = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? []
  return readFrom(content, async scope => {
    const [row] = await scope.ask(selectFirst(table!, new Map([['hash', hash]])))
    const found = row === undefined ? null : await readFileRow(scope, Number(row[0]))
    return found === null || (found.ext ?? '') !== ext ? undefined : found
  })
}

function focalOf(row: StoredFile | undefined): FocalPoint | undefined {
  const point = focalPointOf(row?.provider_metadata)
  return point === null ? undefined : { x: point.x / 100, y: point.y / 100 }
}
