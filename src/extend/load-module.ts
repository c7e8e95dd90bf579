/** Loads a file of a project, with the files that it imports: TypeScript or JavaScript, always as it is now. */
import { relative } from 'node:path'
import { StartError } from '../errors.ts'
import { createCodeLoader } from '../util/process/code-loader.ts'
import * as extend from './extend.ts'

/** The default export. Throws StartError with the line for a file that cannot be loaded. */
export function loadModule(folder: string, file: string): unknown {
  const provided = (name: string) => (name === 'populus/extend' ? extend : undefined)
  try {
    const { default: value, ...rest } = createCodeLoader({ provided, modernClasses: true }).load(file) as {
      readonly default?: unknown
    }
    return value ?? rest
  } catch (error) {
    throw new StartError(`${relative(folder, file)} cannot be loaded`, [described(folder, error)])
  }
}

function described(folder: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const place = (error.stack ?? '').split('\n').find(line => line.includes(folder) && /:\d+/.test(line))
  const line = /:(\d+)(?::\d+)?\)?$/.exec(place ?? '')?.[1]
  const where = line === undefined || error.message.includes(folder) ? '' : `line ${line}: `
  return `${where}${error.message.replaceAll(`${folder}/`, '')}`
}
