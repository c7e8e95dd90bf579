/** Finds out whether a folder is a project, and whether it is a Strapi v4 project. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'

export interface Project {
  /** An absolute path. */
  readonly folder: string
  /** The major version of `@strapi/strapi` that `package.json` depends on. */
  readonly strapiVersion: number | undefined
  /** The packages that `package.json` depends on, with the first number of each version; absent for `latest` and the like. */
  readonly dependencies: ReadonlyMap<string, number | undefined>
}

/** Throws StartError if the folder is not a project: it needs a `src/` folder or a `package.json`. */
export async function inspectProject(folder: string): Promise<Project> {
  if (!(await isFolder(folder))) throw new StartError(`The folder ${folder} does not exist`)
  const manifest = await readManifest(folder)
  if (manifest === undefined && !(await isFolder(join(folder, 'src')))) {
    throw new StartError(`${folder} is not a project`, [
      'it has neither a src/ folder (with the content types) nor a package.json',
      'to create a project in a new folder: npx populus init my-project',
      'to use another folder, name it: populus start path/to/project, or --folder path/to/project where a command has that option',
    ])
  }
  const { dependencies = {}, devDependencies } = (manifest ?? {}) as Partial<Record<string, Record<string, unknown>>>
  return Object.freeze({
    folder,
    strapiVersion: majorVersion(dependencies['@strapi/strapi'] ?? devDependencies?.['@strapi/strapi']),
    dependencies: new Map(Object.entries(dependencies).map(([name, range]) => [name, majorVersion(range)])),
  })
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}

async function readManifest(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new StartError(`${join(folder, 'package.json')} is not valid JSON`, [(error as Error).message])
  }
}

/** The first number of the version range: 4 for `^4.1.0`, `~4.25`, `4.26.2`, `>=4.0.0 <5`. */
function majorVersion(range: unknown): number | undefined {
  const [major] = typeof range === 'string' ? (/\d+/.exec(range) ?? []) : []
  return major === undefined ? undefined : Number(major)
}
