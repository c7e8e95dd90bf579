/** The code of a Strapi project as the parts that somebody would miss: not each file, which may be renamed and merged. */
import { isIgnored } from './closed-routes.ts'
import type { FoundCode } from './find-server-code.ts'

/** Code that does not run counts, too: it closes routes. Code that is knowingly ignored does not. */
export function codeParts({ code }: Pick<FoundCode, 'code'>, ignore: readonly string[]): readonly string[] {
  const files = code.map(({ file }) => file).filter(file => !isIgnored(file, ignore))
  const names = new Set(files.map(partOf).filter(name => name !== null))
  return [...names].sort()
}

/** `null` for what guards nothing: tasks at fixed times, and lists of packages. */
function partOf(file: string): string | null {
  if (file === 'package.json' || /^config\/(env\/[^/]+\/)?cron-tasks\./.test(file)) return null
  const [, part] = /^(src\/(?:api|extensions|plugins)\/[^/]+|src\/(?:policies|middlewares))\//.exec(file) ?? []
  return part ?? file.replace(/^config\/env\/[^/]+\//, 'config/').replace(/\.[cm]?[jt]s$/, '')
}
