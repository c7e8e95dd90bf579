/** The files of a project that its server is built from: schema files, named queries, rules of rows, settings, secrets. */
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FOLLOWED_FOLDERS, isFollowed, partAt } from '../util/project-parts.ts'

export interface ScannedFile {
  /** Changes whenever somebody writes to the file or puts another one in its place. */
  readonly signature: string
  /** Changes with the content alone. */
  readonly hash: string
}

export interface Scan {
  /** By path relative to the project folder. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** Every folder in which such a file can appear, relative to the project folder. */
  readonly folders: readonly string[]
}

/** Whether something of this name in the project folder itself can change the server. */
export function isOfInterest(name: string): boolean {
  return partAt(name)?.followed !== undefined
}

const isRootFile = (name: string): boolean => partAt(name)?.followed?.below.length === 0

/** Folders above those that are followed: one of them may appear there. */
const PARENTS: readonly string[] = [
  ...new Set(FOLLOWED_FOLDERS.filter(place => place.includes('/')).map(place => place.split('/')[0]!)),
]

/** Reads only the files whose signature is not that of the former scan. */
export async function scanFiles(folder: string, former?: Scan): Promise<Scan> {
  const folders: string[] = ['']
  const paths: string[] = []
  for (const entry of await entriesOf(folder)) if (isRootFile(entry.name)) paths.push(entry.name)
  for (const above of PARENTS) if ((await entriesOf(join(folder, above))).length > 0) folders.push(above)
  for (const tree of FOLLOWED_FOLDERS) await walk(folder, tree, { folders, paths })
  const found = await Promise.all(paths.map(async path => [path, await scanFile(folder, path, former)] as const))
  const files = found.filter((pair): pair is readonly [string, ScannedFile] => pair[1] !== undefined)
  return Object.freeze({ files: new Map(files), folders })
}

/** The paths that differ in content, sorted. */
export function changedPaths(before: Scan, after: Scan): readonly string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()])
  return [...paths].filter(path => before.files.get(path)?.hash !== after.files.get(path)?.hash).sort()
}

export function sameSignatures(before: Scan, after: Scan): boolean {
  if (before.files.size !== after.files.size) return false
  return [...after.files].every(([path, { signature }]) => before.files.get(path)?.signature === signature)
}

interface Found {
  readonly folders: string[]
  readonly paths: string[]
}

async function walk(folder: string, place: string, found: Found): Promise<void> {
  const entries = await entriesOf(join(folder, place))
  if (entries.length > 0) found.folders.push(place)
  for (const entry of entries) {
    const path = `${place}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) await walk(folder, path, found)
    else if (isFollowed(path)) found.paths.push(path)
  }
}

/** `undefined` for a file that has just gone. */
async function scanFile(folder: string, path: string, former: Scan | undefined): Promise<ScannedFile | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(join(folder, path), { bigint: true })
    const signature = [ino, size, mtimeNs, ctimeNs].join('.')
    const known = former?.files.get(path)
    if (known?.signature === signature) return known
    const hash = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('base64')
    return { signature, hash }
  } catch {
    return undefined
  }
}

/** A folder that does not exist has no entries. */
async function entriesOf(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => [])
}
