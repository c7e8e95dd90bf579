/** The verdict of a report in words. */
import type { Verdict } from '../adopt-report.ts'

export const VERDICTS: Readonly<Record<Verdict, string>> = Object.freeze({
  ready: 'Ready: Populus serves all of this project.',
  partly: 'Partly ready: Populus starts, but not everything is served.',
  blocked: 'Blocked: Populus cannot serve this project yet.',
})
