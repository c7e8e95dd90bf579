/** Which attributes a write gives another value than the one that is stored. Nothing is changed. */
import { isDeepStrictEqual } from 'node:util'
import { scalarValue } from '../../../plan/write/scalar-value.ts'
import type { ComponentWrite, EntryWrite, LinkWrite, ScalarWrite, ZoneWrite } from '../../../plan/write/write-plan.ts'
import { ATTRIBUTE_TYPES } from '../../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../../schema/schema.ts'
import { selectWhere } from '../../../sql/compile-write.ts'
import { selectChildren } from '../../../sql/links/change-links.ts'
import { storedComponents } from '../store/store-components.ts'
import type { WriteScope } from '../write-scope.ts'
import { scalarValues } from './shared-values.ts'

/** `id` is the stored row. A component without an id counts as another one, whatever it contains. */
export async function changedNames(scope: WriteScope, write: EntryWrite, id: number): Promise<readonly string[]> {
  const { scalars, links, morphs, components, zones, model } = write
  const named = scalars.map(({ attribute }) => attribute)
  const stored = await scalarValues(scope, model, named, id)
  const changed = scalars.filter(each => !isSame(each, stored[each.attribute.name])).map(({ attribute }) => attribute)
  const found = [...changed, ...morphs.map(({ attribute }) => attribute)].map(({ name }) => name)
  for (const link of links)
    if (await isOtherLink(scope, link, { table: model.table, id })) found.push(link.attribute.name)
  for (const part of [...components, ...zones])
    if (await areOtherParts(scope, part, id)) found.push(part.attribute.name)
  return [...new Set(found)]
}

function isSame({ attribute, value }: ScalarWrite, stored: unknown): boolean {
  const before = asWritten(attribute, stored)
  if (ATTRIBUTE_TYPES[attribute.type].output !== 'json' || value === null || before === null)
    return before instanceof Date && value instanceof Date ? before.getTime() === value.getTime() : before === value
  return isDeepStrictEqual(JSON.parse(String(before)), JSON.parse(String(value)))
}

/** `undefined`: nobody could write what is stored. */
function asWritten(attribute: ScalarAttribute, stored: unknown): ScalarWrite['value'] | undefined {
  try {
    return scalarValue(attribute, stored, false)
  } catch {
    return undefined
  }
}

interface Row {
  readonly table: string | null
  readonly id: number
}

async function isOtherLink(
  scope: WriteScope,
  { attribute: { link }, change }: LinkWrite,
  { table, id }: Row,
): Promise<boolean> {
  if (change.kind === 'patch' || link === null || link.kind === 'child-column' || table === null) return true
  const rows =
    link.kind === 'table'
      ? await scope.ask(selectChildren(link, id))
      : await scope.ask(selectWhere([link.column], table, new Map([['id', id]])))
  const stored = rows.flatMap(([child]) => (child === null ? [] : Number(child)))
  return !isDeepStrictEqual(stored, [...change.ids])
}

async function areOtherParts(
  scope: WriteScope,
  { attribute: { link }, items }: ComponentWrite | ZoneWrite,
  id: number,
): Promise<boolean> {
  if (link === null) return false
  const stored = await storedComponents(scope, link, id)
  if (stored.length !== items.length) return true
  for (const [index, { uid, id: own }] of stored.entries()) {
    const { id: named, entry } = items[index]!
    if (named !== own || entry.model.uid !== uid || (await changedNames(scope, entry, own)).length > 0) return true
  }
  return false
}
