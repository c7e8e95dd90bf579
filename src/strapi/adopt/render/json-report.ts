/** The report as JSON, in the form that `docs/reference/adopt-report.md` describes. */
import type { AdoptReport } from '../adopt-report.ts'

export function jsonReport(report: AdoptReport): string {
  return JSON.stringify(report, null, 2)
}
