/** Loads a file of a project, with the files that it imports: TypeScript or JavaScript, always as it is now. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { compileFunction } from 'node:vm'
import { transform } from 'sucrase'
import { StartError } from '../errors.ts'
import * as extend from './extend.ts'

const ENDINGS = ['', '.ts', '.js', '.mjs', '/index.ts', '/index.js']

/** The default export. Throws StartError with the line for a file that cannot be loaded. */
export function loadModule(folder: string, file: string): unknown {
  const loaded = new Map<string, { exports: Record<string, unknown> }>()
  const load = (path: string): Record<string, unknown> => {
    const known = loaded.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} as Record<string, unknown> }
    loaded.set(path, module)
    const outside = createRequire(path)
    const require = (name: string): unknown => {
      if (name === 'populus/extend') return extend
      if (!name.startsWith('.')) return outside(name)
      const found = ENDINGS.map(ending => join(dirname(path), name) + ending).find(isFile)
      if (found === undefined) throw new Error(`${relative(folder, path)} imports ${name}, which does not exist`)
      return found.endsWith('.json') ? outside(found) : load(found)
    }
    const names = ['module', 'exports', 'require', '__filename', '__dirname']
    const run = compileFunction(codeOf(path), names, { filename: path })
    run(module, module.exports, require, path, dirname(path))
    return module.exports
  }
  try {
    const { default: value, ...rest } = load(file)
    return value ?? rest
  } catch (error) {
    throw new StartError(`${relative(folder, file)} cannot be loaded`, [described(folder, error)])
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** Lines stay where they are. */
function codeOf(path: string): string {
  const transforms: ('typescript' | 'imports')[] = path.endsWith('.ts') ? ['typescript', 'imports'] : ['imports']
  return transform(readFileSync(path, 'utf8'), { transforms, filePath: path, disableESTransforms: true }).code
}

function described(folder: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const place = (error.stack ?? '').split('\n').find(line => line.includes(folder) && /:\d+/.test(line))
  const line = /:(\d+)(?::\d+)?\)?$/.exec(place ?? '')?.[1]
  const where = line === undefined || error.message.includes(folder) ? '' : `line ${line}: `
  return `${where}${error.message.replaceAll(`${folder}/`, '')}`
}
