/** Creates the folder of a new project. Never overwrites anything. */
import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'
import { packageFile } from '../util/package-file.ts'
import { ARCHIVED_PARTS } from '../util/project-parts.ts'
import { type ProjectWish, projectFiles } from './project-files.ts'

export const STARTING_POINTS = ['blog', 'empty'] as const
export type StartingPoint = (typeof STARTING_POINTS)[number]

/** The example project, which comes with the package. */
const BLOG = packageFile('examples/blog')
/** Everything that makes it a project, except the files that each project gets for itself. */
const COPIED = ARCHIVED_PARTS.map(({ path }) => path).filter(path => isFolder(join(BLOG, path)))
/** Only the owner of a project may read its secrets. */
const PRIVATE: ReadonlySet<string> = new Set(['.env'])

/** Files that do not make a folder a used one. */
const HARMLESS: ReadonlySet<string> = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  'LICENSE',
  '.DS_Store',
  '.idea',
  '.vscode',
])

export async function createProject(folder: string, from: StartingPoint, wish: ProjectWish): Promise<void> {
  await refuseUsedFolder(folder)
  await mkdir(join(folder, 'src', 'api'), { recursive: true })
  if (from === 'blog')
    for (const part of COPIED) await cp(join(BLOG, part), join(folder, part), { recursive: true, force: false })
  for (const [path, text] of projectFiles(wish)) await write(join(folder, path), text, PRIVATE.has(path))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

export async function refuseUsedFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartError(`Cannot use ${folder}`, [error.code === 'ENOTDIR' ? 'it is a file' : `reason: ${error.code}`])
  })
  const used = found.filter(name => !HARMLESS.has(name))
  if (used.length > 0)
    throw new StartError(`${folder} is not empty`, [
      `it contains ${used.slice(0, 3).join(', ')}${used.length > 3 ? ', ...' : ''}`,
      'name a new folder: populus init my-project',
    ])
}

async function write(path: string, text: string, isPrivate: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // An existing .gitignore stays as it is.
  if (existsSync(path)) return
  await writeFile(path, text, { flag: 'wx', mode: isPrivate ? 0o600 : 0o644 })
}
