/** Which locales an answer shows, where it may show others than the one that was asked for. */

import type { ReadProgram } from '../sql/read-program.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import type { LoadedRows } from './loaded-rows.ts'

/** `"locale":{"asked":"fr","served":["fr","en"]}`, in the order of the chain; nothing for other answers. */
export function localesJson({ list }: ReadProgram, { rows }: Pick<LoadedRows, 'rows'>, comma: string): string {
  const locales = list?.locales ?? null
  if (locales === null) return ''
  const found = new Set(rows.map(({ keys }) => keys[locales.key]))
  const served = locales.codes.filter(code => found.has(code))
  return `${comma}"locale":${asciiJson({ asked: locales.asked, served })}`
}
