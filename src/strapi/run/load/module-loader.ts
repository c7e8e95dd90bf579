/**
 * Loads the files of a project. It has a loader of its own, because each server needs the modules anew: the `strapi` in them
 * is that server's. Packages are loaded by Node, from the project's `node_modules`.
 */
import { join, relative, sep } from 'node:path'
import { createCodeLoader, defaultOf, runningPlace } from '../../../util/process/code-loader.ts'

export interface ModuleLoader {
  /** What a file exports, as Strapi takes it: the default export of a module, else everything. Throws what the file throws. */
  load(file: string): unknown
  /** The same for a name that code would give to `require` in the project's folder. */
  require(name: string): unknown
  /** The files of the project that were loaded for a file, itself included. Those in `except`, and what only they need, are left out. */
  filesOf(file: string, except?: ReadonlySet<string>): readonly string[]
}

export interface LoaderOptions {
  readonly folder: string
  /** The `strapi` of the modules. */
  readonly strapi: unknown
  /** Packages that the modules get from us, whatever is installed. */
  readonly provided: (name: string) => unknown
}

export function createModuleLoader({ folder, strapi, provided }: LoaderOptions): ModuleLoader {
  const imported = new Map<string, Set<string>>()
  const loader = createCodeLoader({
    provided,
    known: ['strapi', strapi],
    placeOf: path => runningPlace(folder, path),
    isNodes: path => relative(folder, path).split(sep).includes('node_modules'),
    imports: (from, file) => {
      const known = imported.get(from) ?? new Set()
      imported.set(from, known.add(file))
    },
  })

  const nameOf = (path: string) => relative(folder, path).split(sep).join('/')

  function addFiles(path: string, except: ReadonlySet<string>, seen: Set<string>): ReadonlySet<string> {
    if (seen.has(nameOf(path)) || except.has(nameOf(path))) return seen
    seen.add(nameOf(path))
    for (const file of imported.get(path) ?? []) addFiles(file, except, seen)
    return seen
  }

  return {
    load: file => defaultOf(loader.load(join(folder, file))),
    require: name => defaultOf(loader.requireFrom(join(folder, 'package.json'))(name)),
    filesOf: (file, except = new Set()) => [...addFiles(join(folder, file), except, new Set())],
  }
}
