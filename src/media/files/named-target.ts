/** The place that an upload names with `ref`, `refId` and `field`. */

import { isOpenRow } from '../../content/write/open-rows.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { type Schema, USER_UID } from '../../schema/schema.ts'
import { selectExisting } from '../../sql/compile-write.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { type Attacher, mayAttachWithin } from './attach-rights.ts'
import type { FileTarget } from './file-target.ts'

export interface NamedPlace {
  /** The uid of a content type or component. */
  readonly ref: string
  readonly refId: string
  readonly field: string
}

/** Throws for a type or id that cannot exist. An attribute that does not exist gives the problem as a sentence. */
export function namedTarget(schema: Schema, { ref, refId, field }: NamedPlace): FileTarget | string {
  const model = schema.components.get(ref) ?? schema.types.get(ref)
  const isOpen = model?.kind === 'component' || model?.userDefined === true || model?.uid === USER_UID
  if (model === undefined || !isOpen || model.table === null) throw noTarget(`there is no content type ${ref}`)
  const id = idOfText(refId)
  if (id === null) throw noTarget(`${refId} is not an id`)
  const attribute = model.attributes.get(field)
  return attribute?.kind === 'media' ? { model, id, attribute } : `${ref} has no media attribute ${field}`
}

/** The problem as a sentence; `undefined` if the entry exists. */
export async function missingEntry(
  scope: WriteScope,
  { model, id }: FileTarget,
  by: Attacher,
): Promise<string | undefined> {
  const rows = await scope.ask(selectExisting(model.table!, [id]))
  const isOpen = () =>
    model.kind === 'component'
      ? mayAttachWithin(scope, { model, id }, by)
      : isOpenRow(scope, { type: model, access: by.access }, id, 'update')
  const isThere = rows.length > 0 && (await isOpen())
  return !isThere ? `${model.uid} has no entry ${id}` : undefined
}

function noTarget(problem: string): PopulusError {
  return new PopulusError('badFileTarget', { problem })
}
