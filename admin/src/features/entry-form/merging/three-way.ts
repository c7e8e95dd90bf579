/** Brings two versions of a value together that both began with the same one: texts by lines, lists by their items. */
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { isDifferent } from '../store/entry-input.ts'
import {
  type ComponentAttributes,
  type FormValue,
  isParts,
  NO_RELATION,
  type PartValue,
  type RelationState,
} from '../store/form-value.ts'
import { emptyValues } from '../store/form-values.ts'
import { mergeLists } from './merge-lists.ts'
import { mergeRelations } from './merge-relation.ts'
import { namedParts, type Parts, partNames } from './part-names.ts'
import type { Side, Versions } from './versions.ts'

export interface MergeRules {
  readonly components: ComponentAttributes
  /** Decides about what both changed in the same place. */
  readonly prefer?: Side | undefined
}

/** The value with the changes of both, or `undefined` if both changed the same place of it and no side is preferred. */
export function mergeValue(
  attribute: AttributeInfo,
  versions: Versions<FormValue>,
  rules: MergeRules,
): FormValue | undefined {
  const { from, mine, theirs } = versions
  if (attribute.type === 'relation') return mergeRelated(attribute, versions, rules)
  if (!isDifferent(from, theirs)) return mine
  if (!isDifferent(from, mine) || !isDifferent(mine, theirs)) return theirs
  if (isParts(attribute))
    return attribute.type === 'component' && !attribute.repeatable
      ? mergeOnePart(versions as Versions<Parts>, rules)
      : mergeParts(versions as Versions<Parts>, rules)
  const { prefer } = rules
  if (attribute.type === 'media' && attribute.multiple === true) return mergeFiles(versions as Versions<Files>, prefer)
  if (attribute.type === 'blocks') return mergeBlocks(versions as Versions<Blocks>, prefer)
  if (attribute.type === 'text' || attribute.type === 'richtext')
    return mergeTexts(versions as Versions<string | null>, prefer)
  return prefer === undefined ? undefined : versions[prefer]
}

function mergeRelated(attribute: AttributeInfo, { from, mine, theirs }: Versions<FormValue>, { prefer }: MergeRules) {
  const [first, own, other] = [from, mine, theirs].map(value => (value ?? NO_RELATION) as RelationState)
  return mergeRelations({ from: first!, mine: own!, theirs: other! }, attribute.multiple === true, prefer)
}

function mergeTexts(versions: Versions<string | null>, prefer: Side | undefined): string | null | undefined {
  const lines = (text: string | null) => (text ?? '').split('\n')
  const merged = mergeLists(lines(versions.from), lines(versions.mine), lines(versions.theirs), { prefer })
  return merged && (merged.join('\n') || null)
}

type Blocks = readonly Json[] | null

/** Paragraph by paragraph. */
function mergeBlocks(versions: Versions<Blocks>, prefer: Side | undefined): Json | undefined {
  const texts = (blocks: Blocks) => (blocks ?? []).map(block => JSON.stringify(block))
  const merged = mergeLists(texts(versions.from), texts(versions.mine), texts(versions.theirs), { apart: true, prefer })
  return merged?.map(text => JSON.parse(text) as Json)
}

type Files = readonly FileValue[]

function mergeFiles({ from, mine, theirs }: Versions<Files>, prefer: Side | undefined): Files | undefined {
  const ids = (files: Files) => files.map(({ id }) => String(id))
  const merged = mergeLists(ids(from), ids(mine), ids(theirs), { apart: true, keepsBoth: true, prefer })
  const all = new Map([...theirs, ...mine].map(file => [String(file.id), file]))
  return merged && [...new Set(merged)].map(id => all.get(id)!)
}

function mergeParts(versions: Versions<Parts>, rules: MergeRules): Parts | undefined {
  const named = namedParts(versions)
  const names = partNames(named, rules.prefer)
  const merged = names?.map(name =>
    mergePart({ from: named.from.get(name), mine: named.mine.get(name), theirs: named.theirs.get(name) }, rules),
  )
  return merged === undefined || merged.includes(undefined) ? undefined : (merged as Parts)
}

/** A component of which there is at most one: both mean the same, even if both have added it. */
function mergeOnePart(versions: Versions<Parts>, rules: MergeRules): Parts | undefined {
  const { components, prefer } = rules
  const [mine, theirs] = [versions.mine[0], versions.theirs[0]]
  if (mine === undefined || theirs === undefined) return prefer && versions[prefer]
  const from = versions.from[0] ?? { ...theirs, values: emptyValues(components(theirs.component), components) }
  const merged = mergePart({ from, mine, theirs }, rules)
  return merged && [merged]
}

/** It has the id by which the server knows it now, and the key by which the form does. */
function mergePart(versions: Versions<PartValue | undefined>, rules: MergeRules): PartValue | undefined {
  const { from, mine, theirs } = versions
  if (mine === undefined || theirs === undefined) return mine ?? theirs
  // Both have made the same one: that is somebody's own part, come back from the server.
  if (from === undefined) return { ...theirs, key: mine.key }
  const pairs = Object.entries(rules.components(mine.component)).map(([name, attribute]) => {
    const [before = null, own = null, other = null] = [from, mine, theirs].map(({ values }) => values[name])
    return [name, mergeValue(attribute, { from: before, mine: own, theirs: other }, rules)] as const
  })
  const isWhole = pairs.every(([, value]) => value !== undefined)
  return isWhole ? { ...mine, id: theirs.id, values: Object.fromEntries(pairs) as PartValue['values'] } : undefined
}
