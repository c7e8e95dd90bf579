/** What translations share is changed only by somebody who may change all of them. */
import { PopulusError } from '../../../errors.ts'
import type { EntryWrite } from '../../../plan/write/write-plan.ts'
import { openRows } from '../open-rows.ts'
import type { WriteOrder } from '../write-order.ts'
import type { WriteScope } from '../write-scope.ts'
import { changedNames } from './changed-names.ts'

interface SharedWrite {
  /** `null` for a new entry. */
  readonly id: number | null
  /** What the write says about attributes that are not localized. */
  readonly shared: EntryWrite
  /** The other translations. */
  readonly translations: readonly number[]
}

/**
 * The translations that get the shared values of a write. Throws if these change one that the writer may not change. Forms also send
 * values that stay as they are.
 */
export async function openTranslations(
  scope: WriteScope,
  writer: Pick<WriteOrder, 'type' | 'access'>,
  { id, shared, translations }: SharedWrite,
): Promise<readonly number[]> {
  const open = await openRows(scope, writer, translations, 'update')
  if (open.length === translations.length) return translations
  const changed = id === null ? namesIn(shared) : await changedNames(scope, shared, id)
  if (changed.length > 0) throw sharedElsewhere(changed)
  return open
}

export function sharedElsewhere(names: readonly string[]): PopulusError {
  const error = new PopulusError('sharedElsewhere', { attribute: names.join(', ') })
  const errors = names.map(name => ({ path: [name], message: error.message, name: error.wireName }))
  return new PopulusError('sharedElsewhere', error.data, { details: { errors } })
}

function namesIn({ scalars, links, morphs, components, zones }: EntryWrite): readonly string[] {
  return [...scalars, ...links, ...morphs, ...components, ...zones].map(({ attribute }) => attribute.name)
}
