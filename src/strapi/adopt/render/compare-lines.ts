/** A comparison as lines for a terminal. */
import type { ComparedCase, CompareReport } from '../compare/compare-report.ts'
import { DIFFERENCES, type DifferenceId } from '../differences.ts'

const UNKNOWN = 50
/** Of each known reason. */
const EXAMPLES = 3
const PATHS = 5

export function compareLines(report: CompareReport): readonly string[] {
  const { asked, same, keyOrder, explained, unknown, cases, unreadable, log } = report
  const shown = shownCases(cases)
  const rest = explained + unknown - shown.length
  return [
    `${asked} questions to ${report.strapi} and ${report.populus}`,
    `  ${same} answers are the same`,
    ...(keyOrder === 0 ? [] : [`  ${keyOrder} differ only in the order of keys`]),
    ...(explained === 0 ? [] : [`  ${explained} differ for a known reason`]),
    `  ${unknown} differ for an unknown reason`,
    ...(log === null ? [] : [logLine(log)]),
    ...unreadable.map(uid => `  ${uid} may not be read by this caller; --token names another one`),
    ...reasonLines(report),
    ...shown.flatMap(caseLines),
    ...(rest > 0 ? ['', `${rest} more differences: see --json or --html`] : []),
  ]
}

/** The unknown ones, and some examples of each known reason. */
function shownCases(cases: readonly ComparedCase[]): readonly ComparedCase[] {
  const counts = new Map<string, number>()
  const examples = cases.filter(({ outcome, reasons }) => {
    const key = reasons.join()
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return outcome === 'explained' && counts.get(key)! <= EXAMPLES
  })
  return [...cases.filter(({ outcome }) => outcome === 'unknown').slice(0, UNKNOWN), ...examples]
}

function logLine({ lines, unreadable, passedOver }: NonNullable<CompareReport['log']>): string {
  return `  the log has ${lines} lines: ${unreadable} in another format, ${passedOver} with other methods or paths`
}

function reasonLines({ reasons }: CompareReport): readonly string[] {
  const known = Object.entries(reasons) as [DifferenceId, number][]
  if (known.length === 0) return []
  return ['', 'Known reasons', ...known.map(([id, count]) => `  ${count} × ${id}: ${DIFFERENCES[id]}`)]
}

function caseLines({ method, path, outcome, status, reasons, paths }: ComparedCase): readonly string[] {
  const reason = outcome === 'unknown' ? 'UNKNOWN' : reasons.join(', ')
  const statuses = status.strapi === status.populus ? '' : ` (Strapi ${status.strapi}, Populus ${status.populus})`
  return [
    '',
    `${reason}: ${method} ${path}${statuses}`,
    ...paths.slice(0, PATHS).map(differing => {
      return `  ${differing.path || 'body'}: Strapi ${differing.strapi ?? 'nothing'}, Populus ${differing.populus ?? 'nothing'}`
    }),
    ...(paths.length > PATHS ? [`  and ${paths.length - PATHS} more places`] : []),
  ]
}
