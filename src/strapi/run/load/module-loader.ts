/**
 * Loads the files of a project. It has a loader of its own, because each server needs the modules anew: the `strapi` in them
 * is that server's. Packages are loaded by Node, from the project's `node_modules`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { compileFunction } from 'node:vm'
import { transform } from 'sucrase'

export interface ModuleLoader {
  /** What a file exports, as Strapi takes it: the default export of a module, else everything. Throws what the file throws. */
  load(file: string): unknown
  /** The same for a name that code would give to `require` in the project's folder. */
  require(name: string): unknown
  /** The files of the project that were loaded for a file, itself included. */
  filesOf(file: string): readonly string[]
}

export interface LoaderOptions {
  readonly folder: string
  /** The `strapi` of the modules. */
  readonly strapi: unknown
  /** Packages that the modules get from us, whatever is installed. */
  readonly provided: (name: string) => unknown
}

interface LoadedModule {
  exports: unknown
  readonly needs: Set<string>
}

export function createModuleLoader({ folder, strapi, provided }: LoaderOptions): ModuleLoader {
  const modules = new Map<string, LoadedModule>()
  const names = new Map<string, Set<string>>()

  function run(path: string): LoadedModule {
    const known = modules.get(path)
    if (known !== undefined) return known
    const module: LoadedModule = { exports: {}, needs: names.get(path) ?? new Set() }
    names.set(path, module.needs)
    modules.set(path, module)
    try {
      if (path.endsWith('.json')) module.exports = JSON.parse(readFileSync(path, 'utf8'))
      else evaluate(path, module)
    } catch (error) {
      // The next one who asks shall see the error, too.
      modules.delete(path)
      throw error
    }
    return module
  }

  function evaluate(path: string, module: LoadedModule): void {
    const place = runningPlace(folder, path)
    const body = compile(plainScript(path), path)
    body.call(module.exports, module.exports, requireFrom(path, module), module, place, dirname(place), strapi)
  }

  function requireFrom(path: string, module: LoadedModule) {
    const native = createRequire(path)
    const load = (name: string): unknown => {
      const own = provided(name)
      if (own !== undefined) return own
      const file = /^(\.{0,2}\/|\.{1,2}$)/.test(name) ? fileAt(resolve(dirname(path), name)) : undefined
      if (file === undefined || isPackage(folder, file)) return native(file ?? name)
      module.needs.add(file)
      return run(file).exports
    }
    return Object.assign(load, { resolve: native.resolve, cache: native.cache, main: native.main })
  }

  function needsOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(path)) return seen
    seen.add(path)
    for (const need of names.get(path) ?? []) needsOf(need, seen)
    return seen
  }

  return {
    load: file => defaultOf(run(join(folder, file)).exports),
    require: name => defaultOf(requireFrom(join(folder, 'package.json'), { exports: {}, needs: new Set() })(name)),
    filesOf: file => [...needsOf(join(folder, file))].map(path => relative(folder, path).split(sep).join('/')),
  }
}

function defaultOf(exported: unknown): unknown {
  const module = exported as { readonly __esModule?: boolean; readonly default?: unknown } | null | undefined
  return module?.__esModule ? module.default : exported
}

const isPackage = (folder: string, path: string): boolean => relative(folder, path).split(sep).includes('node_modules')

type ModuleBody = (...parameters: readonly unknown[]) => void

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']

function compile(text: string, filename: string): ModuleBody {
  const build = (parameters: string[]) => compileFunction(text, parameters, { filename }) as ModuleBody
  try {
    return build([...PARAMETERS, 'strapi'])
  } catch (error) {
    // The file has a `strapi` of its own, from an import or a constant.
    if (error instanceof SyntaxError && error.message.includes("'strapi' has already been declared")) {
      return build([...PARAMETERS])
    }
    throw error
  }
}

/** Strapi runs what TypeScript compiles into `dist`, and paths in the files count from there. */
function runningPlace(folder: string, path: string): string {
  if (!path.endsWith('.ts')) return path
  return join(folder, 'dist', relative(folder, path).replace(/\.ts$/, '.js'))
}

function plainScript(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/^#!.*/, '')
  const isScript = extname(path) !== '.ts' && !/^\s*(import\b(?!\s*\()|export\b)/m.test(text)
  return isScript ? text : transform(text, { transforms: ['typescript', 'imports'], filePath: path }).code
}

const ENDINGS = ['', '.js', '.ts', '.cjs', '.json', '/index.js', '/index.ts']

function fileAt(path: string): string {
  const found = ENDINGS.map(ending => path + ending).find(file => existsSync(file) && statSync(file).isFile())
  if (found === undefined) throw new Error(`Cannot find ${path}`)
  return found
}
