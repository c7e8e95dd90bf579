/** Renamed attributes -> renamed columns and tables, in the form that `applyRename` takes. */
import { type Attribute, modelOf, type Schema } from '../../schema/schema.ts'
import { type ProbableRename, renameText } from './probable-renames.ts'

export interface RenamedAttribute {
  readonly uid: string
  readonly from: string
  readonly to: string
}

/** `present` is bound to the database; `schema` is what its files will say. */
export function attributeRenames(
  renames: readonly RenamedAttribute[],
  { present, schema }: { readonly present: Schema; readonly schema: Schema },
): readonly string[] {
  const texts = renames.flatMap(({ uid, from, to }) => {
    const before = modelOf(present, uid)
    const after = modelOf(schema, uid)
    const [old, fresh] = [before.attributes.get(from), after.attributes.get(to)]
    if (before.table === null || old === undefined || fresh === undefined) return []
    const move = moveOf(old, fresh, before.table)
    return move === null || move.from === move.to ? [] : renameText(move)
  })
  return [...new Set(texts)]
}

/** `null` if the content is stored elsewhere, or cannot be moved because the attribute becomes something else. */
function moveOf(old: Attribute, fresh: Attribute, table: string): ProbableRename | null {
  if (old.kind === 'scalar')
    return fresh.kind === 'scalar' && old.column !== null ? { table, from: old.column, to: fresh.column! } : null
  if (old.kind === 'component' || old.kind === 'zone' || old.kind === 'media') {
    const isPart = ({ kind }: Attribute) => kind === 'component' || kind === 'zone'
    const isAlike = old.kind === 'media' ? fresh.kind === 'media' : isPart(fresh)
    return isAlike ? { table, from: old.name, to: fresh.name } : null
  }
  if (old.kind !== fresh.kind || (old.kind === 'relation' && !old.owner)) return null
  const [from, to] = [old.link, fresh.link]
  if (from?.kind === 'table' && to?.kind === 'table') return { table: null, from: from.table, to: to.table }
  if (from?.kind === 'parent-column' && to?.kind === 'parent-column') return { table, from: from.column, to: to.column }
  return null
}
