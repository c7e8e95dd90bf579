/** Chooses the field for an attribute. Editors are loaded when the first of them is shown. */
import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Skeleton } from '../../../ui/display/states.tsx'
import { ownPart } from '../../own/entry.ts'
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

const JsonField = lazy(() => import('../editors/json-field.tsx'))
const MarkdownField = lazy(() => import('../editors/markdown-field.tsx'))
const BlocksField = lazy(() => import('../editors/blocks-field.tsx'))
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

export const Field = memo(function Field({ place }: { readonly place: FieldPlace }): ReactNode {
  const Component = componentOf(place)
  return (
    <div id={fieldId(place.path)} data-path={place.path} className="shrinks relative">
      <Suspense fallback={<Skeleton lines={3} />}>
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
