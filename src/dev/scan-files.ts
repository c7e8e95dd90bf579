/** The files of a project that its server is built from: schema files, named queries, rules of rows, settings, secrets. */
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

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

const ROOT_FILES = /^(\.env|package\.json|populus\.config\.(json|js|mjs|ts))$/
const TREES = ['src/api', 'src/components', 'src/extensions', 'config', 'populus', 'queries', 'rules']
/** Schema files, those that are refused because they are code, named queries, rules, and the settings of a Strapi project. */
const TREE_FILES =
  /^(src\/.*(\.json|\/schema\.[cm]?[jt]s)|src\/components\/.*\.[cm]?[jt]s|config\/.*\.(js|ts|json)|populus\/.*\.(ts|js|mjs|json)|(queries|rules)\/[^/]*\.json)$/

/** Whether something of this name in the project folder itself can change the server. */
export function isOfInterest(name: string): boolean {
  return ROOT_FILES.test(name) || ['src', 'config', 'populus', 'queries', 'rules'].includes(name)
}

/** Reads only the files whose signature is not that of the former scan. */
export async function scanFiles(folder: string, former?: Scan): Promise<Scan> {
  const folders: string[] = ['']
  const paths: string[] = []
  for (const entry of await entriesOf(folder)) if (ROOT_FILES.test(entry.name)) paths.push(entry.name)
  if ((await entriesOf(join(folder, 'src'))).length > 0) folders.push('src')
  for (const tree of TREES) await walk(folder, tree, { folders, paths })
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
    else if (TREE_FILES.test(path)) found.paths.push(path)
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
