/** Reads the files of the plugin config-sync: `user-role.public.json` is the role `public`. */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../errors.ts'
import { OWN_SETTING } from './core-store-kind.ts'
import type { SyncContent, SyncKind } from './sync-kind.ts'

export type SyncOptions = NonNullable<Config['adopt']['configSync']>

export interface SyncFolder {
  /** An absolute path. */
  readonly path: string
  readonly options: SyncOptions
}

export interface SyncFiles {
  /** By kind and name. */
  readonly contents: ReadonlyMap<string, ReadonlyMap<string, SyncContent>>
  /** Files that cannot be used. */
  readonly problems: readonly string[]
  /** Files, or parts of them, that do not count. */
  readonly notes: readonly string[]
}

export function syncFolder(folder: string, options: SyncOptions): SyncFolder {
  return { path: resolve(folder, options.syncDir), options }
}

/** The names of the files; `undefined` if there is no folder. */
export async function listSyncFiles({ path }: SyncFolder): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`The folder ${path} cannot be read`, [(error as Error).message])
  }
}

export async function readSyncFiles(
  folder: SyncFolder,
  files: readonly string[],
  kinds: readonly Pick<SyncKind, 'name' | 'key' | 'shape'>[],
): Promise<SyncFiles> {
  const contents = new Map(kinds.map(({ name }) => [name, new Map<string, SyncContent>()]))
  const [problems, notes]: [string[], string[]] = [[], []]
  for (const file of files) {
    const { kind: kindName, name } = entryOf(file)
    const kind = kinds.find(known => known.name === kindName)
    const excluded = exclusion(folder.options, kindName, name)
    if (excluded !== undefined) notes.push(`not read: ${file}: ${excluded}`)
    else if (kind === undefined || name === '') notes.push(`not read: ${file}: this kind of file is not known`)
    else {
      const read = understand(await textOf(join(folder.path, file)), kind, name)
      if (contents.get(kind.name)!.has(name)) problems.push(`${file}: another file has the same name`)
      if (read.content !== undefined) contents.get(kind.name)!.set(name, read.content)
      problems.push(...read.problems.map(problem => `${file}: ${problem}`))
      notes.push(...read.ignored.map(attribute => `not read: ${file}: the attribute ${attribute} is not known`))
    }
  }
  return { contents, problems, notes }
}

/** The plugin replaces characters that file systems reserve. */
export function entryOf(file: string): { readonly kind: string; readonly name: string } {
  const [, kind = file, name = ''] = /^([^.]+)\.(.+)\.json$/.exec(file) ?? []
  return { kind, name: name.replaceAll('#', ':').replaceAll('$', '/') }
}

export function fileOf(kind: string, name: string): string {
  return `${kind}.${name.replaceAll(':', '#').replaceAll('/', '$')}.json`
}

/** Why an entry is left alone. */
export function exclusion(options: SyncOptions, kind: string, name: string): string | undefined {
  if (options.excludedTypes.includes(kind)) return `excludedTypes contains ${kind}`
  const beginning = options.excludedConfig.find(option => `${kind}.${name}`.startsWith(option))
  if (beginning !== undefined) return `excludedConfig contains ${beginning}`
  return kind === 'core-store' && OWN_SETTING.test(name) ? 'it belongs to one database' : undefined
}

interface UnderstoodFile {
  readonly content?: SyncContent
  readonly problems: readonly string[]
  readonly ignored: readonly string[]
}

const STAMPS = new Set(['id', '_id', 'createdAt', 'updatedAt'])

function understand(text: string, { key, shape }: Pick<SyncKind, 'key' | 'shape'>, name: string): UnderstoodFile {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return { problems: [`not valid JSON: ${(error as Error).message}`], ignored: [] }
  }
  const checked = shape.safeParse(given)
  if (!checked.success)
    return { problems: checked.error.issues.map(({ path, message }) => `${pathText(path)}${message}`), ignored: [] }
  if (checked.data[key] !== name)
    return { problems: [`${key}: expected ${JSON.stringify(name)}, as in the name of the file`], ignored: [] }
  const ignored = Object.keys(given as object).filter(
    attribute => !(attribute in shape.shape) && !STAMPS.has(attribute),
  )
  return { content: checked.data, problems: [], ignored }
}

/** `permissions[0].action: ` */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}

/** A folder or an unreadable file has no valid content. */
async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
