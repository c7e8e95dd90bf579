/** Sets the same values on many entries. Only the fields that are added here change. */
import { type ReactNode, useState } from 'react'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { fieldLabel } from '../../../api/field-label.ts'
import { AddMenu } from '../../../forms/add-menu.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { List } from '../use-list.ts'
import { isPlain, typedValue, ValueField } from '../value-field.tsx'
import styles from './bulk.module.css'
import { BulkFailures } from './bulk-failures.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { RelatedEntry } from './related-entry.tsx'
import { useBulk } from './use-bulk.ts'

type Values = Readonly<Record<string, string>>

export function EditDialog(props: BulkDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { list, amount, onClose } = props
  const [values, setValues] = useState<Values>({})
  const bulk = useBulk(props, { action: 'edit', done: 'list.editedDone', asksFirst: false })
  const names = Object.keys(values)
  const submit = () =>
    bulk.run(Object.fromEntries(names.map(name => [name, storedValue(list.type.attributes[name]!, values[name]!)])))
  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  return (
    <DialogForm
      title={count('list.editTitle', amount)}
      submitLabel={t('common.save')}
      busy={bulk.busy}
      disabled={names.length === 0}
      error={bulk.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{t('list.editText')}</p>
      {names.map(name => (
        <SetField
          key={name}
          list={list}
          name={name}
          value={values[name]!}
          onChange={value => set(name, value)}
          onRemove={() => setValues(Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)))}
        />
      ))}
      <AddField list={list} taken={names} onAdd={set} />
      <BulkFailures list={list} failed={bulk.failed} />
    </DialogForm>
  )
}

interface SetFieldProps {
  readonly list: List
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRemove: () => void
}

function SetField({ list, name, value, onChange, onRemove }: SetFieldProps): ReactNode {
  const { t } = useTexts()
  const attribute = list.type.attributes[name]!
  const label = labelOf(list, name)
  return (
    <div className={styles.field}>
      <div>
        {attribute.type === 'relation' ? (
          <RelatedEntry uid={list.type.uid} field={name} label={label} value={value} onChange={onChange} />
        ) : (
          <ValueField label={label} type={attribute.type} attribute={attribute} value={value} onChange={onChange} />
        )}
      </div>
      <IconButton label={t('list.removeField', { name: label })} icon="close" onClick={onRemove} />
    </div>
  )
}

interface AddFieldProps {
  readonly list: List
  readonly taken: readonly string[]
  readonly onAdd: (name: string, value: string) => void
}

function AddField({ list, taken, onAdd }: AddFieldProps): ReactNode {
  const { t } = useTexts()
  const free = editableFields(list.type).filter(name => !taken.includes(name))
  if (free.length === 0) return null
  return (
    <AddMenu
      label={t('list.addField')}
      options={free.map(name => ({ value: name, label: labelOf(list, name) }))}
      onAdd={name => onAdd(name, firstValue(list.type.attributes[name]!))}
    />
  )
}

/** What makes sense on many entries at once: not what must be unique, nor what needs an editor. */
function editableFields({ attributes, rights: { update } }: TypeInfo): readonly string[] {
  const granted = update === false ? [] : update.fields
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { type, writable, unique, multiple, target } = attribute
    const fits = isPlain(type) || (type === 'relation' && !multiple && target !== undefined)
    return fits && writable && unique !== true && (granted === null || granted.includes(name)) ? [name] : []
  })
}

function firstValue({ type, enum: names }: AttributeInfo): string {
  if (type === 'boolean') return 'true'
  return type === 'enumeration' ? (names?.[0] ?? '') : ''
}

function storedValue({ type }: AttributeInfo, value: string): Json {
  if (type === 'relation') return { set: value === '' ? [] : [{ id: Number(value) }] }
  return typedValue(type, value)
}

function labelOf({ view }: List, name: string): string {
  return fieldLabel(name, view?.metadatas[name]?.edit.label)
}
