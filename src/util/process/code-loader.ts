/**
 * Loads the code of a project: TypeScript or JavaScript, with the files that it imports, each of them once for a loader and
 * always as it is on disk. Packages are loaded by Node, from the project's `node_modules`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import { type Transform, transform } from 'sucrase'

export interface CodeLoaderOptions {
  /** What modules get for a name instead of the file or package; `undefined` for most names. */
  readonly provided?: (name: string) => unknown
  /** What modules get for a package that is not installed. */
  readonly standIn?: (name: string) => unknown
  /** A name that every module knows, and its value. */
  readonly known?: readonly [name: string, value: unknown]
  /** Where a file believes to be. */
  readonly placeOf?: (path: string) => string
  /** Files that Node loads. */
  readonly isNodes?: (path: string) => boolean
  /** Called for each file that another one imports. */
  readonly imports?: (from: string, file: string) => void
  /** Classes keep the meaning that JavaScript gives them. Otherwise they have the one of Strapi's TypeScript settings. */
  readonly modernClasses?: boolean
}

export interface CodeLoader {
  /** What a file exports. Throws what the file throws. */
  load(path: string): unknown
  /** The `require` of a file. */
  requireFrom(path: string): (name: string) => unknown
}

export function createCodeLoader(options: CodeLoaderOptions): CodeLoader {
  const { provided, standIn, placeOf = path => path, isNodes = () => false, imports } = options
  const modules = new Map<string, { exports: unknown }>()

  function load(path: string): unknown {
    const known = modules.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} as unknown }
    modules.set(path, module)
    try {
      if (path.endsWith('.json')) module.exports = JSON.parse(readFileSync(path, 'utf8'))
      else evaluate(path, module)
    } catch (error) {
      // The next one who asks shall see the error, too.
      modules.delete(path)
      throw error
    }
    return module.exports
  }

  function evaluate(path: string, module: { exports: unknown }): void {
    const place = placeOf(path)
    const body = compile(path, options)
    body.call(module.exports, module.exports, requireFrom(path), module, place, dirname(place), options.known?.[1])
  }

  function requireFrom(path: string): (name: string) => unknown {
    const native = createRequire(path)
    const require = (name: string): unknown => {
      const own = provided?.(name)
      if (own !== undefined) return own
      const isFile = /^(\.{0,2}\/|\.{1,2}$)/.test(name)
      const file = isFile ? fileAt(resolve(dirname(path), name)) : undefined
      if (isFile && file === undefined) throw new Error(`${path} imports ${name}, which does not exist`)
      if (file === undefined || isNodes(file)) return nodes(native, file ?? name)
      imports?.(path, file)
      return load(file)
    }
    return Object.assign(require, { resolve: native.resolve, cache: native.cache, main: native.main })
  }

  function nodes(native: NodeJS.Require, name: string): unknown {
    try {
      return native(name)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
      const instead = isMissing ? standIn?.(name) : undefined
      if (instead === undefined) throw error
      return instead
    }
  }

  return { load, requireFrom }
}

/** The default export of a module, else everything. */
export function defaultOf(exported: unknown): unknown {
  const module = exported as { readonly __esModule?: boolean; readonly default?: unknown } | null | undefined
  return module?.__esModule ? module.default : exported
}

/** Strapi runs what TypeScript compiles into `dist`, and paths in the files count from there. */
export function runningPlace(folder: string, path: string): string {
  if (!path.endsWith('.ts')) return path
  return join(folder, 'dist', relative(folder, path).replace(/\.ts$/, '.js'))
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']

function compile(path: string, { known, modernClasses = false }: CodeLoaderOptions) {
  const text = plainScript(path, modernClasses)
  const build = (...more: readonly string[]) => compileFunction(text, [...PARAMETERS, ...more], { filename: path })
  if (known === undefined) return build()
  try {
    return build(known[0])
  } catch (error) {
    // The file has the name itself, from an import or a constant.
    if (error instanceof SyntaxError && error.message.includes(`'${known[0]}' has already been declared`))
      return build()
    throw error
  }
}

/** Lines stay where they are. */
function plainScript(path: string, disableESTransforms: boolean): string {
  const text = readFileSync(path, 'utf8').replace(/^#!.*/, '')
  const isTypeScript = extname(path) === '.ts'
  const isScript = !isTypeScript && !/^\s*(import\b(?!\s*\()|export\b)/m.test(text)
  if (isScript) return text
  const transforms: readonly Transform[] = isTypeScript ? ['typescript', 'imports'] : ['imports']
  return transform(text, { transforms: [...transforms], filePath: path, disableESTransforms }).code
}

const ENDINGS = ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts']

function fileAt(path: string): string | undefined {
  return ENDINGS.map(ending => path + ending).find(file => existsSync(file) && statSync(file).isFile())
}
