/** `fields` -> the scalars to show, in output order. */

import { PopulusError } from '../../errors.ts'
import type { FieldsRequest } from '../../query/read-request.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { OWN_FILE_FIELDS, OWN_METADATA } from '../../schema/built-in/own-file-fields.ts'
import { type Attribute, FILE_UID, isScalar, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { invalidParameter, isNamed, isVisible } from '../visibility.ts'
import type { JsonPath, JsonView, ScalarPlan } from './read-plan.ts'

/** Without a list: every visible scalar, in the order of the schema or of the columns. `id` is always shown, so naming it adds nothing. */
export function resolveFields(
  model: Model,
  fields: FieldsRequest,
  path: string,
  context: PlanContext,
): readonly ScalarPlan[] {
  if (fields.kind === 'all') return withFileFields(visibleScalars(model, context), model, { ...context, all: true })
  const except = fields.names.filter(name => isLeftOut(model, name))
  const shown = fields.names.filter(name => !isLeftOut(model, name))
  // Names that are left out and no others: everything else.
  const names = shown.length === 0 && except.length > 0 ? ['*'] : shown
  const chosen = names.flatMap(name => resolveField(model, name, path, context))
  const scalars = new Map<string, ScalarPlan>()
  for (const scalar of chosen) scalars.set(scalar.name, withBoth(scalars.get(scalar.name), scalar))
  const all = withFileFields([...scalars.values()], model, { ...context, all: names.includes('*') })
  if (except.length === 0) return all
  const gone = new Set(except.flatMap(name => resolveLeftOut(model, name, path, context)).map(({ name }) => name))
  return withoutFileFields(
    all.filter(({ name }) => !gone.has(name)),
    gone,
  )
}

/** `-body`; an attribute with such a name is meant itself. */
function isLeftOut(model: Model, name: string): boolean {
  return name.startsWith('-') && !model.attributes.has(name)
}

const NEVER_LEFT_OUT: Readonly<Record<string, string>> = {
  '-': 'expected - and the name of an attribute',
  '-id': 'the id is always shown',
  '-*': 'it leaves nothing; write id',
}

function resolveLeftOut(model: Model, text: string, path: string, context: PlanContext): readonly ScalarPlan[] {
  const wrong = NEVER_LEFT_OUT[text]
  if (wrong !== undefined)
    throw new PopulusError('badValue', { parameter: path, problem: `${wrong}, got ${JSON.stringify(text)}` })
  const fields = resolveField(model, text.slice(1), path, context)
  const [part] = fields.filter(({ view }) => view?.kind === 'parts')
  if (part === undefined) return fields
  const problem = `a part of a JSON value cannot be left out, got ${JSON.stringify(text)}; name the parts to show, or write ${path}[0]=-${part.name}`
  throw new PopulusError('badValue', { parameter: path, problem })
}

/** A value that is named twice: all of it, or several of its parts. */
function withBoth(before: ScalarPlan | undefined, scalar: ScalarPlan): ScalarPlan {
  if (before === undefined) return scalar
  const [first, second] = [pathsOf(before), pathsOf(scalar)]
  if (first === null || second === null || (before.view === undefined && scalar.view === undefined)) return before
  return { ...before, view: { kind: 'parts', paths: [...first, ...second] } }
}

/** The empty path is all of a value. */
function pathsOf({ view }: ScalarPlan): readonly JsonPath[] | null {
  if (view === undefined) return [[]]
  return view.kind === 'parts' ? view.paths : null
}

export function visibleScalars(model: Model, context: PlanContext): readonly ScalarAttribute[] {
  return inOrder(model, context).filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && isVisible(model, attribute, context),
  )
}

function inOrder({ attributes, columnOrder }: Model, { dialect }: PlanContext): readonly Attribute[] {
  if (columnOrder === undefined || !dialect.keysByColumn) return [...attributes.values()]
  const rest = [...attributes.values()].filter(({ name }) => !columnOrder.includes(name))
  return [...columnOrder.map(name => attributes.get(name)!), ...rest]
}

/** Accepts the name of an attribute or of its column; `*` means all of them. */
function resolveField(model: Model, name: string, path: string, context: PlanContext): readonly ScalarPlan[] {
  if (name === 'id') return []
  if (name === '*') return visibleScalars(model, context)
  const attribute = model.attributes.get(name) ?? attributeOfColumn(model, name)
  const part = attribute === undefined ? partOfJson(model, name, context) : undefined
  if (part !== undefined) return [part]
  const own = attribute === undefined ? fileField(model, name, context) : undefined
  if (own !== undefined) return [own]
  if (attribute === undefined || !isNamed(model, attribute, context)) throw invalidParameter(name, model, path, context)
  if (attribute.kind === 'scalar') return [attribute]
  if (context.dialect.relationInFieldsIsError) throw invalidParameter(name, model, path, context)
  return []
}

/** `meta.author.name` is a part of the JSON value `meta`. */
function partOfJson(model: Model, name: string, context: PlanContext): ScalarPlan | undefined {
  const [first = '', ...path] = name.split('.')
  // What we keep in the metadata of files has fields of its own.
  const isPart = context.dialect.partsOfJson && path.length > 0 && !path.includes('') && path[0] !== OWN_METADATA
  const attribute = isPart ? model.attributes.get(first) : undefined
  if (
    attribute?.kind !== 'scalar' ||
    ATTRIBUTE_TYPES[attribute.type].output !== 'json' ||
    !isVisible(model, attribute, context)
  )
    return undefined
  return { ...attribute, view: { kind: 'parts', paths: [path] } }
}

function attributeOfColumn(model: Model, column: string): ScalarAttribute | undefined {
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'scalar' && attribute.column === column) return attribute
  }
  return undefined
}

/**
 * Of files: `placeholder` and `focalPoint` are kept in the column of `provider_metadata`, which is shown without them. They and the
 * further members of a format are shown if the query names them, or if the dialect shows them all.
 */
type Seen = Pick<PlanContext, 'access' | 'dialect'>

const METADATA = 'provider_metadata'
const FORMATS = 'formats'
/** The members of a format that the document knows. */
const FORMAT_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'hash', 'ext', 'mime', 'width', 'height', 'size', 'path', 'url'],
])
const NAMES = Object.keys(OWN_FILE_FIELDS)

/** Each view is one object, because writers are kept by it. */
const ALONE: JsonView = Object.freeze({ kind: 'opened', key: OWN_METADATA, beside: [] })
const OPENED: JsonView = Object.freeze({ kind: 'opened', key: OWN_METADATA, beside: NAMES })
const PLAIN_FORMATS: JsonView = Object.freeze({ kind: 'parts', paths: [[]], keys: FORMAT_KEYS })
const MEMBERS: ReadonlyMap<string, JsonView> = new Map(
  NAMES.map(name => [name, Object.freeze({ kind: 'member', path: [OWN_METADATA, name] })]),
)

/** The field with this name, for callers that may read the metadata. */
export function fileField(model: Model, name: string, context: Seen): ScalarPlan | undefined {
  const view = hasFileFields(model, context) ? MEMBERS.get(name) : undefined
  const metadata = view === undefined ? undefined : model.attributes.get(METADATA)
  if (!isScalar(metadata) || !isVisible(model, metadata, context)) return undefined
  return { name, type: metadata.type, column: metadata.column, view }
}

/** If all fields are shown, the metadata may bring the fields along that it has. */
function withFileFields(
  scalars: readonly ScalarPlan[],
  model: Model,
  { all, ...context }: PlanContext & { readonly all: boolean },
): readonly ScalarPlan[] {
  if (!hasFileFields(model, context)) return scalars
  if (!context.dialect.allFileFields) return scalars.map(scalar => ofDocument(scalar, context))
  return scalars
    .filter(({ name }) => !(all && MEMBERS.has(name)))
    .map(scalar => (scalar.name === METADATA ? { ...scalar, view: all ? OPENED : ALONE } : scalar))
}

function ofDocument(scalar: ScalarPlan, { access }: Seen): ScalarPlan {
  if (scalar.name === METADATA) return { ...scalar, view: ALONE }
  if (scalar.name !== FORMATS || access.internal === true) return scalar
  return { ...scalar, view: scalar.view?.kind === 'parts' ? { ...scalar.view, keys: FORMAT_KEYS } : PLAIN_FORMATS }
}

/** Leaves out the fields that the metadata brings along. */
function withoutFileFields(scalars: readonly ScalarPlan[], names: ReadonlySet<string>): readonly ScalarPlan[] {
  if (!NAMES.some(name => names.has(name))) return scalars
  const beside = NAMES.filter(name => !names.has(name))
  const view: JsonView = { kind: 'opened', key: OWN_METADATA, beside }
  return scalars.map(scalar => (scalar.view === OPENED ? { ...scalar, view } : scalar))
}

/** A project may have attributes with these names in its extension of the type. Then it gets those. */
function hasFileFields({ uid, attributes }: Model, { dialect }: Seen): boolean {
  return uid === FILE_UID && dialect.fileFields && !NAMES.some(name => attributes.has(name))
}
