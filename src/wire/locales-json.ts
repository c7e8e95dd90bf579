/** Which locales an answer shows, where it may show others than the one that was asked for. */

import type { ListProgram } from '../sql/read-program.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import type { LoadedRows } from './loaded-rows.ts'

/** `"locale":{"asked":"fr","served":["fr","en"]}`, in the order of the chain. */
export function localesJson(locales: NonNullable<ListProgram['locales']>, { rows }: Pick<LoadedRows, 'rows'>): string {
  const found = new Set(rows.map(({ keys }) => keys[locales.key]))
  const served = locales.codes.filter(code => found.has(code))
  return `"locale":${asciiJson({ asked: locales.asked, served })}`
}
