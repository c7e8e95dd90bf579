/** Who may put a file into an entry: whoever may update it, with this field. In Strapi, the right to upload suffices. */
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { type Access, may, writableFields } from '../../plan/access.ts'
import { combine } from '../../plan/read/conditions/condition.ts'
import { holdersOf } from '../../plan/read/zones/component-holders.ts'
import type { WireDialect } from '../../plan/wire-dialect.ts'
import { refusedNames } from '../../plan/write/pick-writable.ts'
import type { Component, ContentType } from '../../schema/schema.ts'
import { aliases } from '../../sql/compile-condition.ts'
import { compileHeld } from '../../sql/compile-held.ts'
import { selectPassing } from '../../sql/compile-write.ts'
import { asId, column, sql, value } from '../../sql/fragment.ts'
import type { FilePath, FileTarget } from './file-target.ts'

export interface Attacher {
  readonly access: Access
  readonly dialect: Pick<WireDialect, 'attachingNeedsUpdate'>
}

/** Refuses a place in entries that the caller may not update. Components have the rights of the entry that holds them. */
export function checkMayAttach({ model, attribute }: Pick<FileTarget, 'model' | 'attribute'>, by: Attacher): void {
  if (model.kind === 'component') return
  if (!mayUpdate(model, by)) {
    const hint = `to attach a file to an entry, the right ${model.uid}.update is needed`
    throw new PopulusError('forbidden', {}, { hint })
  }
  checkWritable(model, [[attribute.name]], by.access)
}

/** Refuses files for attributes that are not in the caller's list of fields. */
export function checkWritable(type: ContentType, paths: readonly FilePath[], access: Access): void {
  const names = Object.fromEntries(paths.map(([name = '']) => [name, true]))
  const [name] = refusedNames(names, type, { mode: 'update', access })
  if (name !== undefined) throw new PopulusError('invalidParameter', { name })
}

/** Whether a component is in an entry, at a place, that the caller may update. */
export async function mayAttachWithin(
  scope: WriteScope,
  { model, id }: { readonly model: Component; readonly id: number },
  by: Attacher,
): Promise<boolean> {
  const { access } = by
  const isAnyOpen = !by.dialect.attachingNeedsUpdate && access.rows === undefined && access.writeFields === undefined
  if (access.internal === true || isAnyOpen) return true
  const holders = holdersOf(model, scope.schema, (holder, { name }) => {
    if (holder.kind === 'component') return null
    const isOpen = mayUpdate(holder, by) && (writableFields(access, holder.uid)?.has(name) ?? true)
    const rule = access.rows?.get(holder.uid)
    return isOpen ? combine('all', [rule?.read ?? null, rule?.update ?? null]) : undefined
  })
  const isHeld = (alias: string) => {
    const site = { alias, aliases: aliases('h'), dialect: scope.dialect }
    return compileHeld(column(alias, 'id'), holders, ids => sql`${ids} = ${asId(value(id))}`, site)
  }
  return (await scope.ask(selectPassing(model.table!, [id], isHeld))).length > 0
}

function mayUpdate({ uid }: ContentType, { access, dialect }: Attacher): boolean {
  return !dialect.attachingNeedsUpdate || may(access, `${uid}.update`)
}
