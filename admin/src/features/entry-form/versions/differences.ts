/** What differs between two versions of an entry, field by field, also inside parts. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { ownPart } from '../../own/entry.ts'
import { isDifferent } from '../store/entry-input.ts'
import type { Attributes, ComponentAttributes, FormValue, FormValues, PartValue } from '../store/form-value.ts'
import { isParts } from '../store/form-value.ts'
import { partText, shownValue } from '../store/shown-value.ts'

export interface Difference {
  /** The attribute of the entry. */
  readonly field: string
  /** From the entry down: `Blocks`, `Quote 2`, `Text`. */
  readonly labels: readonly string[]
  readonly kind: 'changed' | 'added' | 'removed' | 'moved'
  readonly before: string
  readonly after: string
  /** Of a value for which the project may have an input of its own. */
  readonly own?: { readonly attribute: AttributeInfo; readonly before: FormValue; readonly after: FormValue }
}

export interface CompareScope {
  readonly attributes: Attributes
  readonly components: ComponentAttributes
  /** The uid of the type or component that has the attributes. */
  readonly owner: string
  readonly labelOf: (owner: string, name: string) => string
  /** Of a component. */
  readonly nameOf: (component: string) => string
}

/** Within one attribute. */
type Found = Omit<Difference, 'field'>

export function differences(before: FormValues, after: FormValues, scope: CompareScope): readonly Difference[] {
  return Object.entries(scope.attributes).flatMap(([name, attribute]) => {
    const [old, fresh] = [before[name] ?? null, after[name] ?? null]
    if (!isDifferent(old, fresh)) return []
    const label = scope.labelOf(scope.owner, name)
    const found = isParts(attribute) ? inParts(old, fresh, attribute, scope) : [changed(attribute, old, fresh)]
    return found.map(difference => ({ ...difference, field: name, labels: [label, ...difference.labels] }))
  })
}

function changed(attribute: AttributeInfo, old: FormValue, fresh: FormValue): Found {
  const own = ownPart(attribute) === undefined ? {} : { own: { attribute, before: old, after: fresh } }
  const texts = { before: shownValue(attribute, old), after: shownValue(attribute, fresh) }
  return { labels: [], kind: 'changed', ...texts, ...own }
}

function inParts(old: FormValue, fresh: FormValue, attribute: AttributeInfo, scope: CompareScope): readonly Found[] {
  const [before, after] = [(old ?? []) as readonly PartValue[], (fresh ?? []) as readonly PartValue[]]
  const nameIn = (list: readonly PartValue[], part: PartValue) =>
    attribute.type === 'component' && !attribute.repeatable
      ? []
      : [`${scope.nameOf(part.component)} ${list.indexOf(part) + 1}`]
  const removed = before
    .filter(part => !after.some(({ key }) => key === part.key))
    .map(part => ({
      labels: nameIn(before, part),
      kind: 'removed' as const,
      before: partText(part, scope.nameOf),
      after: '',
    }))
  const kept = after.flatMap((part): readonly Found[] => {
    const labels = nameIn(after, part)
    const same = before.find(({ key }) => key === part.key)
    if (same === undefined) return [{ labels, kind: 'added', before: '', after: partText(part, scope.nameOf) }]
    const inside = { ...scope, owner: part.component, attributes: scope.components(part.component) }
    return differences(same.values, part.values, inside).map(found => ({
      ...found,
      labels: [...labels, ...found.labels],
    }))
  })
  return [...moved(before, after, scope), ...removed, ...kept]
}

/** The order of the parts that both have. */
function moved(before: readonly PartValue[], after: readonly PartValue[], { nameOf }: CompareScope): readonly Found[] {
  const both = (list: readonly PartValue[], others: readonly PartValue[]) =>
    list.filter(part => others.some(({ key }) => key === part.key))
  const [old, fresh] = [both(before, after), both(after, before)]
  if (old.every((part, index) => part.key === fresh[index]!.key)) return []
  const listed = (list: readonly PartValue[]) =>
    list.map(part => `${nameOf(part.component)} ${before.findIndex(({ key }) => key === part.key) + 1}`).join('\n')
  return [{ labels: [], kind: 'moved', before: listed(old), after: listed(fresh) }]
}
