/** Compares what a plan reads with what the models have, and says why the rest is missing. */
import type { MissingPart, Remedy } from '../../admin-api/explain-api.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import { mayReach, mayReadField } from '../../plan/access.ts'
import type { ChildPlan, DeepStop, EntryPlan, ReadPlan } from '../../plan/read/read-plan.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import { grantRemedy } from './grant-remedy.ts'

/** Who created an entry is private in every type; nobody misses it. */
const NEVER_MISSED = new Set(['createdBy', 'updatedBy'])

/** One step of a path: an attribute, and the component if the attribute is a dynamic zone. */
interface Step {
  readonly name: string
  readonly on?: string
}

/** Whoever misses something: the caller, and what `populate=deep` did not follow for them. */
interface Missing {
  readonly caller: ApiCaller
  readonly stops: readonly DeepStop[]
}

export function hiddenParts(
  { entry, shown }: Pick<ReadPlan, 'entry' | 'shown'>,
  caller: ApiCaller,
): readonly MissingPart[] {
  return hiddenIn(entry, { caller, stops: shown.deep ?? [] }, [])
}

function hiddenIn(entry: EntryPlan, missing: Missing, path: readonly Step[]): readonly MissingPart[] {
  const scalars = new Set(entry.scalars.map(({ name }) => name))
  const children = new Map(entry.children.map(child => [child.attribute.name, child]))
  return [...entry.model.attributes.values()].flatMap(attribute => {
    const { name } = attribute
    const child = children.get(name)
    if (child !== undefined) return inside(child, missing, [...path, { name }])
    if (scalars.has(name) || NEVER_MISSED.has(name)) return []
    return [whyHidden(entry.model, attribute, missing, [...path, { name }])]
  })
}

function inside(child: ChildPlan, missing: Missing, path: readonly Step[]): readonly MissingPart[] {
  if (child.kind === 'count') return []
  if (child.kind === 'link') return hiddenIn(child.entry, missing, path)
  const above = path.slice(0, -1)
  const { name } = path.at(-1)!
  return [...child.variants].flatMap(([uid, { entry }]) => hiddenIn(entry, missing, [...above, { name, on: uid }]))
}

function whyHidden(model: Model, attribute: Attribute, { caller, stops }: Missing, path: readonly Step[]): MissingPart {
  const at = path.map(({ name }) => name).join('.')
  const part = (reason: MissingPart['reason'], message: string, remedy: Remedy | null = null): MissingPart => ({
    path: at,
    reason,
    message,
    remedy,
  })
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    return part('password', 'Passwords never leave the server.')
  if (attribute.private) return part('private', `${attribute.name} is private in the schema of ${model.uid}.`)
  if (model.kind === 'type' && !mayReadField(caller.access, model.uid, attribute.name))
    return part(
      'field-not-granted',
      `${caller.name} may read only some fields of ${model.uid}, and ${attribute.name} is not one of them.`,
      grantRemedy(caller, model.uid, attribute.name),
    )
  if (attribute.kind === 'relation' && !mayReach(caller.access, attribute.target))
    return part(
      'type-not-granted',
      `${caller.name} has no find on ${attribute.target}.`,
      attribute.target.startsWith('admin::') ? null : grantRemedy(caller, attribute.target, null),
    )
  if (attribute.kind === 'scalar') return part('not-selected', `fields does not name ${attribute.name}.`)
  const stopped = whyStopped(path, stops)
  if (stopped !== null) return part('not-followed', stopped)
  return part('not-populated', `populate does not name ${at}.`, { kind: 'populate', query: populateText(path) })
}

const WHY_STOPPED: Readonly<Record<DeepStop['why'], string>> = {
  cycle: 'it leads back to a type that is on the way to it',
  depth: 'it would be one level more than the query asks for',
  budget: 'it would be more than limits.deepEntries, limits.deepLength or limits.populateNodes allow',
}

function whyStopped(path: readonly Step[], stops: readonly DeepStop[]): string | null {
  const textOf = (steps: readonly Step[]) =>
    steps.map(({ name, on }) => (on === undefined ? name : `${name}[${on}]`)).join('.')
  const at = textOf(path)
  const above = textOf(path.slice(0, -1))
  const stop = stops.find(each => each.at === (each.why === 'depth' ? above : at))
  return stop === undefined ? null : `populate=deep does not follow ${at}: ${WHY_STOPPED[stop.why]}.`
}

/** `populate[blocks][on][blocks.hero][populate][0]=image` */
function populateText(path: readonly Step[]): string {
  const above = path.slice(0, -1).map(({ name, on }) => `[${name}]${on === undefined ? '' : `[on][${on}]`}[populate]`)
  return `populate${above.join('')}[0]=${path.at(-1)!.name}`
}
