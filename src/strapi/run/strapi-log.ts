/** `strapi.log`, written into the server's log. */
import { format } from 'node:util'
import type { ProjectLog } from '../../extend/project-code.ts'
import type { StrapiLog } from './strapi-types.ts'

export function strapiLog(log: ProjectLog): StrapiLog {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: readonly unknown[]) => {
      const [first] = parts
      if (first instanceof Error) log[level]({ err: first }, first.message)
      else log[level]({}, format(...parts))
    }
  const silent = () => undefined
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    http: silent,
    verbose: silent,
    debug: silent,
    silly: silent,
  }
}
