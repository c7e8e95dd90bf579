/**
 * Turns the data of a body into what will be stored, or into a list of everything that is wrong with it. Reads and
 * writes nothing.
 */
import type { PopulusError } from '../../errors.ts'
import { castValue } from '../../schema/rules/cast-value.ts'
import { checkValue } from '../../schema/rules/check-value.ts'
import { isPlainObject, type Rule, type Surroundings } from '../../schema/rules/rule.ts'
import { isScalar, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import { writableFields } from '../access.ts'
import type { PlanContext } from '../plan-context.ts'
import { findRelations, type MissingTargets, relationProblem } from './check-links.ts'
import { modelRule } from './model-rule.ts'
import { type PickOptions, pickWritable, refusedNames } from './pick-writable.ts'
import { IdNumbers } from './relation-input.ts'
import { resolveEntry } from './resolve-values.ts'
import { unknownKeys } from './unknown-keys.ts'
import type { ConnectedId, EntryWrite, LinkWrite, ScalarWrite, ValueProblem } from './write-plan.ts'

type Values = Readonly<Record<string, unknown>>

export type WriteMode = PickOptions['mode']

export interface WriteOptions extends PickOptions {
  readonly now: Date
  /** Values that a new entry copies from another one, unless the body names them. */
  readonly inherited?: Values
  /** Values that the server sets, whatever the body says and the caller may write. */
  readonly decided?: Values | undefined
}

export interface PlannedWrite {
  /** What will be stored if `judgeWrite` finds no problem. */
  readonly write: EntryWrite
  /** The error to report if there are no problems: invalid dates, or positions that contradict each other. */
  readonly refusal: PopulusError | null
  /** The values to judge. */
  readonly given: unknown
  /** Names that the caller may not write. */
  readonly refused: readonly string[]
  /** Names that no attribute has, where that is an error. */
  readonly unknown: readonly ValueProblem[]
  readonly mode: WriteMode
  readonly context: PlanContext
}

/** Facts that are known only once the write has begun. */
export interface Judged {
  /** Whether the entry is a draft: according to the body on create, and to the stored entry on update. */
  readonly isDraft: boolean
  /** What the database reports about the body. With it, the problems are in the order of the wire format. */
  readonly found?: FoundInDatabase
}

export interface FoundInDatabase {
  /** Paths of values that other entries already have. */
  readonly taken: readonly (readonly string[])[]
  /** The types with named entries that do not exist. The first one in the body is reported. */
  readonly missing: readonly MissingTargets[]
}

/** `data` is the result of `parseBody`, which also lets a list pass; `judgeWrite` rejects it. */
export function planWrite(data: Values, model: Model, options: WriteOptions): PlannedWrite {
  const { mode, context, inherited, decided } = options
  const { schema, settings } = context
  const given = isPlainObject(data)
    ? withSystemValues(
        { ...inherited, ...pickWritable(data, model, options), ...pickDecided(model, options) },
        model,
        options,
      )
    : data
  const refused = isPlainObject(data) ? refusedNames(data, model, { mode, access: context.access }) : []
  const unknown = isPlainObject(data)
    ? misspeltKeys(decided === undefined ? data : { ...data, ...decided }, model, context)
    : []
  let refusal: PopulusError | null = null
  const refuse = (error: PopulusError) => {
    refusal ??= error
  }
  const scope = { schema, strictTypes: settings.strictTypes, ids: new IdNumbers(), refuse }
  // A published entry accepts no values that a draft rejects; it only accepts fewer.
  const values = castValue(modelRule(model, { schema, mode, isDraft: true }), given)
  const write = resolveEntry(model, isPlainObject(values) ? values : {}, { path: [], isNew: mode === 'create' }, scope)
  return { write: withTimestamps(write, options), refusal, given, refused, unknown, mode, context }
}

function pickDecided(model: Model, { decided, mode, context }: WriteOptions): Values {
  if (decided === undefined) return {}
  return pickWritable(decided, model, {
    mode,
    context: { ...context, access: { ...context.access, everything: true } },
  })
}

/** If writable fields are listed, every other name is already rejected, with the same message. */
function misspeltKeys(data: Values, model: Model, { dialect, access, schema }: PlanContext): readonly ValueProblem[] {
  const isOurs = model.kind === 'type' && model.userDefined
  const areErrors = isOurs && dialect.typosAreErrors && writableFields(access, model.uid) === undefined
  return areErrors ? unknownKeys(data, model, schema) : []
}

/** Returns all problems at once. A write with problems must not be stored. */
export function judgeWrite(planned: PlannedWrite, { isDraft, found }: Judged): readonly ValueProblem[] {
  const { write, given, refused, unknown, mode, context } = planned
  const { schema, settings, dialect } = context
  const rule = modelRule(write.model, { schema, mode, isDraft })
  const cast = castValue(rule, given)
  const surroundings = {
    strictTypes: settings.strictTypes,
    taken: new Set(found?.taken.map(path => pathText(path))),
    emptyIsMissing: dialect.emptyTextIsMissing,
  }
  const relations = findRelations(isPlainObject(cast) ? cast : {}, write.model, schema)
  const related = relationProblem(relations, found?.missing ?? [])
  const problems = [
    ...unknown,
    ...refused.map(name => ({ path: [name], message: `Invalid parameter ${name}` })),
    ...findProblems(rule, { given, cast }, surroundings),
    ...doubleComponents(write),
    ...(related === null ? [] : [{ path: [], message: related }]),
  ]
  return named(problems, context)
}

interface FoundIn extends ValueProblem {
  readonly isOwn?: boolean
}

function named(problems: readonly FoundIn[], { dialect }: PlanContext): readonly ValueProblem[] {
  const others = dialect.ownProblemsLast ? problems.filter(({ isOwn }) => isOwn !== true) : []
  return (others.length > 0 ? others : problems).map(({ path, message }) => ({ path, message }))
}

/** A new entry is published now, in the default locale, unless the body specifies otherwise. */
function withSystemValues(values: Values, model: Model, { mode, now, context }: WriteOptions): Values {
  if (mode === 'update' || model.kind !== 'type') return values
  const isPublished = model.draftAndPublish && !Object.hasOwn(values, 'publishedAt')
  return {
    ...values,
    ...(isPublished ? { publishedAt: now } : {}),
    ...(model.localized ? { locale: values.locale ?? context.defaultLocale } : {}),
  }
}

function withTimestamps(write: EntryWrite, { mode, now }: WriteOptions): EntryWrite {
  const names = mode === 'create' ? ['createdAt', 'updatedAt'] : ['updatedAt']
  const scalars = names.flatMap(name => {
    const attribute = write.model.attributes.get(name)
    return isScalar(attribute) ? [{ attribute, value: now, path: [name] }] : []
  })
  return { ...write, scalars: [...write.scalars, ...scalars] }
}

function findProblems(
  rule: Rule,
  { given, cast }: { given: unknown; cast: unknown },
  surroundings: Surroundings,
): FoundIn[] {
  const found = checkValue(rule, { value: cast, original: given, path: '' }, surroundings)
  return found.map(({ path, ...problem }) => ({ path: path.split(/[.[\]]+/).filter(part => part !== ''), ...problem }))
}

/** `['links', '0', 'label']` is `links[0].label`. */
function pathText(path: readonly string[]): string {
  return path.reduce(
    (text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
}

/** A stored component cannot be in two places. */
function doubleComponents({ components, zones }: EntryWrite, above: readonly string[] = []): readonly ValueProblem[] {
  return [...components, ...zones].flatMap(({ attribute, items }) => {
    const listed = attribute.kind === 'zone' || attribute.many
    const firsts = new Map<string, number>()
    return items.flatMap(({ id, entry }, index) => {
      const path = [...above, attribute.name, ...(listed ? [String(index)] : [])]
      const inside = doubleComponents(entry, path)
      if (id === null || id <= 0) return inside
      const first = firsts.get(`${id} ${entry.model.uid}`)
      if (first === undefined) firsts.set(`${id} ${entry.model.uid}`, index)
      if (first === undefined) return inside
      const message = `${pathText(path)} has the same id as ${pathText([...path.slice(0, -1), String(first)])}`
      return [{ path, message }, ...inside]
    })
  })
}

/**
 * The ids of entries that must exist, by type. `isRuled`: whether rules decide which rows of a type exist for the writer. Then
 * everything that the body names has to, also in relations to any type and in positions.
 */
export function collectTargets(write: EntryWrite, isRuled: (uid: string) => boolean): Map<string, Set<number>> {
  const targets = new Map<string, Set<number>>()
  const add = (uid: string, ids: readonly number[]) => {
    if (ids.length === 0) return
    const known = targets.get(uid) ?? new Set()
    for (const id of ids) known.add(id)
    targets.set(uid, known)
  }
  for (const { entry } of allEntries(write)) {
    for (const link of entry.links) {
      const { target } = link.attribute
      add(target, isRuled(target) ? namedByLink(link) : addedBy(link))
    }
    for (const { uid, id } of entry.morphs.flatMap(morph => morph.targets)) if (isRuled(uid)) add(uid, [id])
  }
  return targets
}

/** Everything that the body names: entries, and the positions next to them. */
export function namedByLink(link: LinkWrite): readonly number[] {
  const { change } = link
  return change.kind === 'patch' ? [...addedBy(link), ...anchorsOf(change.connect)] : addedBy(link)
}

function addedBy({ change, named }: LinkWrite): readonly number[] {
  return named ?? (change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id))
}

function anchorsOf(connect: readonly ConnectedId[]): readonly number[] {
  return connect.flatMap(({ position }) => ('id' in position ? [position.id] : []))
}

/** A value that no other entry may have. */
export interface UniqueValue {
  readonly model: Model
  readonly attribute: ScalarAttribute
  readonly value: Exclude<ScalarWrite['value'], null>
  readonly path: readonly string[]
  /** The stored component that receives the value; `null` for new components and for the entry itself. */
  readonly componentId: number | null
}

/** `stored` holds the current values of the entry; unchanged values are not checked. */
export function collectUnique(write: EntryWrite, stored: Values = {}): readonly UniqueValue[] {
  return allEntries(write).flatMap(({ entry, componentId }) =>
    entry.scalars.flatMap(({ attribute, value, path }) => {
      const isSame = entry === write && Object.hasOwn(stored, attribute.name) && stored[attribute.name] === value
      if (!attribute.unique || value === null || isSame) return []
      return [{ model: entry.model, attribute, value, path, componentId }]
    }),
  )
}

interface PlacedEntry {
  readonly entry: EntryWrite
  readonly componentId: number | null
}

/** The entry and all of its components. */
export function allEntries(entry: EntryWrite, componentId: number | null = null): readonly PlacedEntry[] {
  const items = [...entry.components, ...entry.zones].flatMap(write => write.items)
  return [{ entry, componentId }, ...items.flatMap(item => allEntries(item.entry, item.id))]
}
