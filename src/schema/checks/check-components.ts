/** Checks components and dynamic zones: everything they name exists, and no component contains itself. */
import type { JsonObject } from '../json-value.ts'
import { textAt, textsAt } from '../json-value.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { type Place, quoted, suggestion } from '../load/schema-report.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

export function checkComponents(context: CheckContext): void {
  for (const model of context.models) {
    for (const [name, definition] of model.attributes) {
      if (definition.type === 'component') checkComponent(model, name, context)
      if (definition.type === 'dynamiczone') checkZone(model, name, context)
    }
  }
  checkCycles(context)
}

function checkComponent(model: ModelDraft, name: string, context: CheckContext): void {
  const component = textAt(model.attributes.get(name)!, 'component')
  const place = attributePlace(model, name, 'component')
  if (component !== null) checkReference(place, component, context)
  else context.report.problem(place, 'is missing; enter a component, such as "shared.seo"')
}

function checkZone(model: ModelDraft, name: string, context: CheckContext): void {
  const { components } = model.attributes.get(name)!
  const place = attributePlace(model, name, 'components')
  if (!Array.isArray(components) || !components.every(uid => typeof uid === 'string')) {
    context.report.problem(place, 'must be a list of components, such as ["shared.seo"]')
    return
  }
  for (const [index, uid] of components.entries()) {
    const member = { ...place, path: [...place.path, index] }
    checkReference(member, uid, context)
    if (components.indexOf(uid) !== index) context.report.problem(member, `lists ${quoted(uid)} twice`)
  }
}

function checkReference(place: Place, uid: string, { byUid, draft, report }: CheckContext): void {
  const model = byUid.get(uid)
  if (model?.kind === 'component' || draft.unreadable.has(uid)) return
  if (model !== undefined) {
    report.problem(place, `${quoted(uid)} is a content type; a component is expected`)
    return
  }
  const known = draft.components.map(component => component.uid)
  report.problem(place, `there is no component ${quoted(uid)}.${suggestion(uid, known)}`)
}

/** Repeatedly removes components that contain no others. What is left is part of a cycle or leads to one. */
function checkCycles({ draft, byUid, report }: CheckContext): void {
  const inside = new Map(draft.components.map(({ uid, attributes }) => [uid, containedIn(attributes.values())]))
  let leaves: string[]
  do {
    leaves = [...inside].filter(([, children]) => !children.some(child => inside.has(child))).map(([uid]) => uid)
    for (const uid of leaves) inside.delete(uid)
  } while (leaves.length > 0)
  const told = new Set<string>()
  for (const uid of inside.keys()) {
    const cycle = cycleFrom(uid, inside)
    if (cycle.some(member => told.has(member))) continue
    for (const member of cycle) told.add(member)
    const circle = [...cycle, cycle[0]!].join(' > ')
    report.problem({ file: byUid.get(cycle[0]!)!.file, path: [] }, `the component contains itself: ${circle}`)
  }
}

function containedIn(definitions: Iterable<JsonObject>): readonly string[] {
  return [...definitions].flatMap(definition => {
    if (definition.type === 'component') return textAt(definition, 'component') ?? []
    return definition.type === 'dynamiczone' ? textsAt(definition, 'components') : []
  })
}

/** Walks on until a component repeats. `inside` holds only components that lead to a cycle. */
function cycleFrom(start: string, inside: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const path = [start]
  for (;;) {
    const next = inside.get(path.at(-1)!)!.find(child => inside.has(child))!
    const index = path.indexOf(next)
    if (index >= 0) return path.slice(index)
    path.push(next)
  }
}
