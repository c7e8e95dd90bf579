/** What is shown of entries -> the statements that read it. */
import { planDependencies } from '../kept/dependencies/plan-dependencies.ts'
import { type Condition, combine } from '../plan/read/conditions/condition.ts'
import type {
  ChildPlan,
  CountPlan,
  EntryPlan,
  LinkPlan,
  ShownPlan,
  Variant,
  VariantPlan,
} from '../plan/read/read-plan.ts'
import { lazyMap } from '../util/lazy-map.ts'
import { compileLinkCount, compileLinkRows, compileTypedLinks, compileVariantRows } from './compile-link.ts'
import { compileNamedRows } from './entries/compile-root-rows.ts'
import { entryColumns, keyColumns, keyIndex, packedScalar } from './entries/entry-columns.ts'
import { planTables } from './plan-tables.ts'
import type {
  ChildProgram,
  CountProgram,
  EntryProgram,
  LinkProgram,
  ShownProgram,
  VariantEntryProgram,
  VariantProgram,
} from './read-program.ts'
import type { SqlDialect } from './sql-dialect.ts'

interface Compilation {
  readonly dialect: SqlDialect
  readonly nextSlot: () => number
}

/** The group of rows with the text of snippets. */
export const SNIPPETS_SLOT = 0

export function compileShown({ entry: plan, exists, flat, deep }: ShownPlan, dialect: SqlDialect): ShownProgram {
  let slots = SNIPPETS_SLOT + 1
  const entry = compileEntry(plan, { dialect, nextSlot: () => slots++ })
  const where = combine('all', [NAMED, exists])!
  const { tables, timed } = planTables({ entry: plan, where, search: null, order: [] })
  return Object.freeze({
    flat,
    deep,
    entry,
    rows: compileNamedRows(plan, where, dialect),
    slots,
    depth: populateDepth(plan),
    tables,
    timed,
    depends: planDependencies({ entry: plan, where }, tables),
  })
}

const NAMED: Condition = Object.freeze({ kind: 'entry-id' })

function compileEntry(entry: EntryPlan, compilation: Compilation): EntryProgram {
  return {
    scalars: entry.scalars.map(packedScalar),
    children: entry.children.map(child => compileChild(child, entry, compilation)),
  }
}

function compileChild(child: ChildPlan, parent: EntryPlan, compilation: Compilation): ChildProgram {
  switch (child.kind) {
    case 'link':
      return compileLink(child, parent, compilation)
    case 'count':
      return compileCountChild(child, parent, compilation)
    case 'variant':
      return compileVariants(child, parent, compilation)
    default:
      return child satisfies never
  }
}

function compileLink(plan: LinkPlan, parent: EntryPlan, compilation: Compilation): LinkProgram {
  const { dialect, nextSlot } = compilation
  const { link } = plan.attribute
  const total =
    plan.slice?.meta?.withCount === true ? compileLinkCount(link, plan.entry.model, plan.where, dialect) : null
  return {
    kind: 'link',
    plan,
    slot: nextSlot(),
    statement: compileLinkRows(plan, entryColumns(plan.entry), dialect),
    keyIndex: link?.kind === 'parent-column' ? keyIndex(parent, link.column) : 0,
    parentIndex: 1 + keyColumns(plan.entry.children).size,
    total: total === null ? null : { slot: nextSlot(), statement: total },
    entry: compileEntry(plan.entry, compilation),
  }
}

function compileCountChild(plan: CountPlan, parent: EntryPlan, { dialect, nextSlot }: Compilation): CountProgram {
  const { link } = plan.attribute
  return {
    kind: 'count',
    plan,
    slot: nextSlot(),
    statement: compileLinkCount(link, plan.target, plan.where, dialect),
    keyIndex: link?.kind === 'parent-column' ? keyIndex(parent, link.column) : 0,
  }
}

function compileVariants(plan: VariantPlan, parent: EntryPlan, compilation: Compilation): VariantProgram {
  const { dialect, nextSlot } = compilation
  const { link } = plan.attribute
  const slot = nextSlot()
  const compileVariant = (variant: Variant): VariantEntryProgram => ({
    slot: nextSlot(),
    statement: compileVariantRows(variant, entryColumns(variant.entry), dialect),
    entry: compileEntry(variant.entry, compilation),
  })
  return {
    kind: 'variant',
    plan,
    slot,
    links: link?.kind === 'table' ? compileTypedLinks(link, plan, dialect) : null,
    own:
      link?.kind === 'columns'
        ? { idIndex: keyIndex(parent, link.idColumn), typeIndex: keyIndex(parent, link.typeColumn) }
        : null,
    variants: lazyMap(plan.variants, (_uid, variant) => compileVariant(variant)),
  }
}

/** The number of populate levels below an entry. */
function populateDepth(entry: EntryPlan, known = new Map<EntryPlan, number>()): number {
  const before = known.get(entry)
  if (before !== undefined) return before
  const below = entry.children.flatMap(entriesBelow).map(child => 1 + populateDepth(child, known))
  const depth = Math.max(0, ...below)
  known.set(entry, depth)
  return depth
}

function entriesBelow(child: ChildPlan): readonly EntryPlan[] {
  switch (child.kind) {
    case 'link':
      return [child.entry]
    case 'count':
      return []
    case 'variant':
      return [...child.variants.values()].map(({ entry }) => entry)
    default:
      return child satisfies never
  }
}
