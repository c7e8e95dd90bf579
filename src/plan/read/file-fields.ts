/**
 * Fields of a file beyond those of the document. `placeholder` and `focalPoint` are kept in the column of `provider_metadata`,
 * which is shown without them. They and the further members of a format are shown if the query names them, or if the
 * dialect shows them all.
 */
import { OWN_FILE_FIELDS, OWN_METADATA } from '../../schema/built-in/own-file-fields.ts'
import { FILE_UID, isScalar, type Model } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { isVisible } from '../visibility.ts'
import type { JsonView, ScalarPlan } from './read-plan.ts'

/** Who is asking, and how. */
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
export function withFileFields(
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
export function withoutFileFields(scalars: readonly ScalarPlan[], names: ReadonlySet<string>): readonly ScalarPlan[] {
  if (!NAMES.some(name => names.has(name))) return scalars
  const beside = NAMES.filter(name => !names.has(name))
  const view: JsonView = { kind: 'opened', key: OWN_METADATA, beside }
  return scalars.map(scalar => (scalar.view === OPENED ? { ...scalar, view } : scalar))
}

/** A project may have attributes with these names in its extension of the type. Then it gets those. */
function hasFileFields({ uid, attributes }: Model, { dialect }: Seen): boolean {
  return uid === FILE_UID && dialect.fileFields && !NAMES.some(name => attributes.has(name))
}
