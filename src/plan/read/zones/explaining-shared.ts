/** What to write instead of options for all blocks of a zone, or all types of a morph relation, that only some of them know. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions } from '../../../query/read-request.ts'
import type { Model } from '../../../schema/schema.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { PopulateScope } from '../populate-scope.ts'

const PARTS = ['fields', 'filters', 'sort']

export function explainingShared<T>(
  models: readonly Model[],
  { path }: PopulateOptions,
  { context }: PopulateScope,
  resolve: () => T,
): T {
  try {
    return resolve()
  } catch (error) {
    if (!(error instanceof PopulusError) || error.key !== 'invalidParameter') throw error
    const { data, hint = '' } = error
    const part = PARTS.find(each => hint.startsWith(`at ${path}[${each}]`))
    const knows = models.find(model => visibleAttribute(model, String(data.name), context) !== undefined)
    if (part === undefined || knows === undefined) throw error
    const own = `${path}[on][${knows.uid}][${part}]`
    throw new PopulusError('invalidParameter', data, {
      hint: `at ${path}[${part}]; not all kinds have it; write ${own}`,
    })
  }
}
