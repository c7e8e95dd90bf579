/** Which files of a project run, and why others do not. */
import { isIgnored, type Outcome } from '../guards/closed-routes.ts'
import type { FailedPart } from '../guards/read-plugin-code.ts'
import type { Closing } from '../guards/server-code.ts'
import type { Strapi } from '../strapi-types.ts'
import type { LoadedCode, LoadedPlugin } from './load-code.ts'
import { addedMembers, missingCalls } from './missing-calls.ts'
import type { ModuleLoader } from './module-loader.ts'

/** Files that Strapi runs and we try to, besides those of plug-ins. */
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
  readonly #plugins: readonly string[]

  /** `plugins`: where the project's own plug-ins begin. */
  constructor(ignore: readonly string[], plugins: readonly string[] = []) {
    this.#ignore = ignore
    this.#plugins = plugins
  }

  /** `undefined` for a file that nobody tries to run. */
  of(file: string): Outcome | undefined {
    const problem = this.#problems.get(file)
    if (problem !== undefined) return problem
    return this.#plugins.includes(file) || TRIED.some(pattern => pattern.test(file)) ? 'runs' : undefined
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

  /** Files of plug-ins, other than those where they begin, that do not run. */
  failedParts(plugins: readonly LoadedPlugin[]): readonly FailedPart[] {
    return plugins.flatMap(({ name: plugin, file, parts }) => {
      const files = new Set(parts.map(part => part.file).filter(part => part !== file && this.isRefused(part)))
      return [...files].map(own => {
        return { plugin, file: own, kinds: parts.filter(part => part.file === own).map(({ kind }) => kind) }
      })
    })
  }

  /** Files that were loaded, but call what does not exist here: themselves, or in a file that they load. */
  findMissing(folder: string, code: LoadedCode, loader: ModuleLoader, strapi: Strapi): void {
    const files = [
      ...filesOf(code).map(file => ({ file, parts: loader.filesOf(file) })),
      ...code.plugins.flatMap(plugin => pluginFiles(plugin, loader)),
    ]
    const all = [...new Set(files.flatMap(({ parts }) => parts))].filter(file => /\.[jt]s$/.test(file))
    const added = new Set(all.flatMap(file => addedMembers(folder, file)))
    const missing = new Map(all.map(file => [file, missingCalls(folder, file, { strapi, added })]))
    for (const { file, parts } of files) {
      for (const part of parts) {
        const [call] = missing.get(part) ?? []
        if (call !== undefined)
          this.fail(file, `${call} is not available${part === file ? '' : `, which ${part} uses`}`)
      }
    }
  }
}

/** Each part has the files that it needs; the plug-in as a whole those that no part has. */
function pluginFiles({ file, parts }: LoadedPlugin, loader: ModuleLoader) {
  const own = new Set(parts.map(part => part.file).filter(part => part !== file))
  return [
    { file, parts: loader.filesOf(file, own) },
    ...[...own].map(part => ({ file: part, parts: loader.filesOf(part) })),
  ]
}

function filesOf({ apis, policies, middlewares, extensions, pluginLifecycles, index }: LoadedCode): readonly string[] {
  const ofApis = apis.flatMap(({ index: own, name: _, ...parts }) => [
    ...Object.values(parts).flat(),
    ...(own === undefined ? [] : [own]),
  ])
  const all = [...ofApis, ...policies, ...middlewares, ...extensions, ...pluginLifecycles]
  return [...all, ...(index === undefined ? [] : [index])].map(({ file }) => file)
}
