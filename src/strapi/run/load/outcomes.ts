/** Which files of a project run, and why others do not. */
import { isIgnored, type Outcome } from '../guards/closed-routes.ts'
import type { Closing } from '../guards/server-code.ts'
import type { Strapi } from '../strapi-types.ts'
import type { LoadedCode } from './load-code.ts'
import { addedMembers, missingCalls } from './missing-calls.ts'
import type { ModuleLoader } from './module-loader.ts'

/** Files that Strapi runs and we try to. Plug-ins of the project are not among them. */
const TRIED = [
  /^src\/api\/[^/]+\/(controllers|services|routes|policies|middlewares)\/[^/]+\.[jt]s$/,
  /^src\/api\/[^/]+\/(content-types\/[^/]+\/lifecycles|index)\.[jt]s$/,
  /^src\/(policies|middlewares)\/[^/]+\.[jt]s$/,
  /^src\/index\.[jt]s$/,
  /^src\/extensions\/[^/]+\/(strapi-server|content-types\/[^/]+\/lifecycles)\.[jt]s$/,
  /^config\/(env\/[^/]+\/)?(middlewares|cron-tasks)\.[jt]s$/,
]

export class Outcomes {
  readonly #problems = new Map<string, Exclude<Outcome, 'runs'>>()
  readonly #ignore: readonly string[]

  constructor(ignore: readonly string[]) {
    this.#ignore = ignore
  }

  /** `undefined` for a file that nobody tries to run. */
  of(file: string): Outcome | undefined {
    const problem = this.#problems.get(file)
    if (problem !== undefined) return problem
    return TRIED.some(pattern => pattern.test(file)) ? 'runs' : undefined
  }

  /** True for files that must not run, and for those that the project's owner gave up. */
  isRefused(file: string): boolean {
    return this.#problems.has(file)
  }

  isIgnored(file: string): boolean {
    return isIgnored(file, this.#ignore)
  }

  /** `closes`: more than its text says. */
  fail(file: string, problem: unknown, closes: readonly Closing[] = []): void {
    if (this.#problems.has(file)) return
    const [line = ''] = (problem instanceof Error ? problem.message : String(problem)).split('\n')
    this.#problems.set(file, { problem: line, closes })
  }

  /** Files that were loaded, but call what does not exist here: themselves, or in a file that they load. */
  findMissing(folder: string, code: LoadedCode, loader: ModuleLoader, strapi: Strapi): void {
    const files = filesOf(code)
    const parts = [...new Set(files.flatMap(file => loader.filesOf(file)))].filter(file => /\.[jt]s$/.test(file))
    const added = new Set(parts.flatMap(file => addedMembers(folder, file)))
    const missing = new Map(parts.map(file => [file, missingCalls(folder, file, { strapi, added })]))
    for (const file of files) {
      for (const part of loader.filesOf(file)) {
        const [call] = missing.get(part) ?? []
        if (call !== undefined)
          this.fail(file, `${call} is not available${part === file ? '' : `, which ${part} uses`}`)
      }
    }
  }
}

function filesOf({ apis, policies, middlewares, extensions, pluginLifecycles, index }: LoadedCode): readonly string[] {
  const ofApis = apis.flatMap(({ index: own, name: _, ...parts }) => [
    ...Object.values(parts).flat(),
    ...(own === undefined ? [] : [own]),
  ])
  const all = [...ofApis, ...policies, ...middlewares, ...extensions, ...pluginLifecycles]
  return [...all, ...(index === undefined ? [] : [index])].map(({ file }) => file)
}
