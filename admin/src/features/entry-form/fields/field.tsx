/** Chooses the field for an attribute. Editors are loaded when they are needed. */
import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Skeleton } from '../../../ui/display/states.tsx'
import { ownPart } from '../../own/entry.ts'
import { Late, type LateField, lateField } from '../editors/late-field.tsx'
import { useForm } from '../form-context.tsx'
import { PartList } from '../parts/part-list.tsx'
import { SinglePart } from '../parts/single-part.tsx'
import { RelationField } from '../relations/relation-field.tsx'
import { useCell } from '../store/cell.ts'
import { fieldId, serverPath } from '../store/problem-paths.ts'
import { DateField } from './date-fields.tsx'
import type { FieldPlace } from './field-props.ts'
import styles from './fields.module.css'
import { MediaField } from './media-field.tsx'
import {
  BooleanField,
  EnumerationField,
  LongTextField,
  NumberField,
  SecretField,
  StringField,
} from './simple-fields.tsx'
import { UidField } from './uid-field.tsx'

type FieldComponent = ComponentType<{ readonly place: FieldPlace }>

/** With the editor that it begins with. */
async function loadMarkdownField() {
  const field = await import('../editors/markdown-field.tsx')
  await field.loadMode().catch(() => undefined)
  return field
}

const EDITORS = {
  json: lateField(() => import('../editors/json-field.tsx')),
  richtext: lateField(loadMarkdownField),
  blocks: lateField(() => import('../editors/blocks-field.tsx')),
}
const JsonField: FieldComponent = props => <Late field={EDITORS.json} props={props} />
const MarkdownField: FieldComponent = props => <Late field={EDITORS.richtext} props={props} />
const BlocksField: FieldComponent = props => <Late field={EDITORS.blocks} props={props} />
const OwnField = lazy(() => import('./own-field.tsx'))

const FIELDS: Readonly<Record<string, FieldComponent>> = {
  string: StringField,
  email: StringField,
  text: LongTextField,
  password: SecretField,
  uid: UidField,
  integer: NumberField,
  biginteger: NumberField,
  float: NumberField,
  decimal: NumberField,
  boolean: BooleanField,
  enumeration: EnumerationField,
  date: DateField,
  time: DateField,
  datetime: DateField,
  timestamp: DateField,
  json: JsonField,
  array: JsonField,
  richtext: MarkdownField,
  blocks: BlocksField,
  media: MediaField,
  relation: RelationField,
  dynamiczone: PartList,
}

type Attributes = Readonly<Record<string, Pick<AttributeInfo, 'type'>>>

/** Loads what a form will need while its entry is loaded, so that nothing in it moves when an editor arrives. */
export async function loadEditors(attributes: Attributes): Promise<void> {
  await Promise.allSettled(editorsOf(attributes).map(({ load }) => load()))
}

export function hasEditors(attributes: Attributes): boolean {
  return editorsOf(attributes).every(({ isLoaded }) => isLoaded())
}

function editorsOf(attributes: Attributes): readonly LateField<{ readonly place: FieldPlace }>[] {
  const types = new Set<string>(Object.values(attributes).map(({ type }) => (type === 'array' ? 'json' : type)))
  return Object.entries(EDITORS).flatMap(([type, editor]) => (types.has(type) ? [editor] : []))
}

export const Field = memo(function Field({ place }: { readonly place: FieldPlace }): ReactNode {
  const Component = componentOf(place)
  return (
    <div id={fieldId(place.path)} data-path={place.path} className="shrinks relative">
      <Suspense fallback={<Skeleton lines={editorsOf({ own: place.attribute }).length > 0 ? 7 : 3} />}>
        {ownPart(place.attribute) === undefined ? (
          <Component place={place} />
        ) : (
          <OwnField place={place} Plain={Component} />
        )}
      </Suspense>
      <Others path={place.path} />
    </div>
  )
})

function componentOf({ attribute }: FieldPlace): FieldComponent {
  if (attribute.type !== 'component') return FIELDS[attribute.type] ?? StringField
  return attribute.repeatable ? PartList : SinglePart
}

/** Who else is in this field. */
function Others({ path }: { readonly path: string }): ReactNode {
  const { t } = useTexts()
  const { store, people } = useForm()
  const here = useCell(people).filter(person => person.path !== null && person.path === serverPath(store, path))
  if (here.length === 0) return null
  return (
    <p className={styles.others}>{t('form.alsoHere', { names: here.map(({ person }) => person.name).join(', ') })}</p>
  )
}
