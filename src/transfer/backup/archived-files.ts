/** The files of a project that belong into a backup, and what in its folder does not. */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { StartError } from '../../errors.ts'
import { ARCHIVED_PARTS, partAt, UPLOADS_PATH } from '../../util/project-parts.ts'

export interface ProjectFiles {
  /** Paths relative to the project. */
  readonly files: readonly string[]
  /** Links, and what nobody knows: one line each. */
  readonly leftOut: readonly string[]
}

/** `include`: other files and folders of the project, by their names. */
export function projectFiles(folder: string, include: readonly string[] = []): ProjectFiles {
  for (const name of include) checkIncluded(folder, name)
  const walk = new Walk(folder)
  for (const { path, archived } of ARCHIVED_PARTS) walk.add(path, archived === 'guard')
  for (const name of include) if (!ARCHIVED_PARTS.some(({ path }) => path === name)) walk.add(name, false)
  const unknown = namesIn(folder).filter(name => !isKnown(name) && !include.includes(name))
  return {
    files: walk.files,
    leftOut: [
      ...walk.links.map(path => `${path} is a link, and not in the archive`),
      ...unknown.map(name => `${name} is not in the archive; --include ${name} adds it`),
    ],
  }
}

function checkIncluded(folder: string, name: string): void {
  const problem = includeProblem(folder, name)
  if (problem !== undefined) throw new StartError(`--include ${name} cannot be archived`, [problem])
}

function includeProblem(folder: string, name: string): string | undefined {
  if (name !== basename(name) || name === '..' || name === '.')
    return 'name files and folders of the project folder itself'
  const known = partAt(name)?.archived
  if (known === 'no' || known === 'apart' || isOfMachine(name)) return 'it belongs to one machine'
  return lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined ? 'it does not exist' : undefined
}

/** Whatever an editor, a version control or a machine keeps beside a project. */
const isOfMachine = (name: string): boolean => /^\.env|^\.git$|\.(tar\.gz|age|log)$/.test(name) || isDatabase(name)
const isKnown = (name: string): boolean => partAt(name) !== undefined || name.startsWith('.') || isOfMachine(name)
const isDatabase = (path: string): boolean => /\.(db|sqlite3?)(-wal|-shm|-journal)?$/.test(path)

const LEFT_OUT: ReadonlySet<string> = new Set([UPLOADS_PATH, 'node_modules', '.DS_Store'])

class Walk {
  readonly files: string[] = []
  readonly links: string[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Links may lead anywhere. They are followed only where the server follows them. */
  add(path: string, followLinks: boolean, above: readonly string[] = []): void {
    const place = join(this.#folder, path)
    if (LEFT_OUT.has(path) || LEFT_OUT.has(basename(path))) return
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    const stats = isLink && !followLinks ? undefined : statSync(place, { throwIfNoEntry: false })
    if (isLink && stats === undefined) this.links.push(path)
    if (stats?.isFile() && !isDatabase(path)) this.files.push(path)
    if (!stats?.isDirectory()) return
    const real = realpathSync(place)
    // A link that leads to a folder above it would never end.
    if (above.some(folder => folder === real || folder.startsWith(real + sep))) return
    for (const name of namesIn(place)) this.add(`${path}/${name}`, followLinks, [...above, real])
  }
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder).sort()
}
