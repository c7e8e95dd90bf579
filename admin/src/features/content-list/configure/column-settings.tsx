/** The columns of a list: which ones, in which order, under which name. */
import type { ReactNode } from 'react'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { FieldMetadata, ViewConfiguration } from '../../../../../src/admin-api/view-api.ts'
import { AddMenu } from '../../../forms/add-menu.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { moved } from '../../../ui/drag/moved.ts'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { availableColumns } from '../columns.ts'
import styles from './configure.module.css'

export interface ColumnSettingsProps {
  readonly type: TypeInfo
  readonly view: ViewConfiguration
  readonly onChange: (view: ViewConfiguration) => void
}

export function ColumnSettings({ type, view, onChange }: ColumnSettingsProps): ReactNode {
  const { t } = useTexts()
  const names = view.layouts.list
  const setNames = (list: readonly string[]) => onChange({ ...view, layouts: { ...view.layouts, list } })
  const setLabel = (name: string, label: string) => {
    const old: FieldMetadata = view.metadatas[name] ?? { edit: {}, list: {} }
    onChange({ ...view, metadatas: { ...view.metadatas, [name]: { ...old, list: { ...old.list, label } } } })
  }
  const free = availableColumns(type, view).filter(({ name }) => !names.includes(name))
  return (
    <div className="grid gap-4">
      <ol className="grid gap-3" aria-label={t('list.columns')}>
        {names.map((name, index) => (
          <li key={name} className={styles.column}>
            <TextField
              label={t('list.labelOf', { name })}
              value={view.metadatas[name]?.list.label ?? name}
              onChange={label => setLabel(name, label)}
            />
            <div className="flex">
              <IconButton
                label={t('list.moveUp', { name })}
                icon="arrowUp"
                disabled={index === 0}
                onClick={() => setNames(moved(names, index, index - 1))}
              />
              <IconButton
                label={t('list.moveDown', { name })}
                icon="arrowDown"
                disabled={index === names.length - 1}
                onClick={() => setNames(moved(names, index, index + 1))}
              />
              <IconButton
                label={t('list.removeField', { name })}
                icon="trash"
                disabled={names.length === 1}
                onClick={() => setNames(names.filter(other => other !== name))}
              />
            </div>
          </li>
        ))}
      </ol>
      {free.length === 0 ? null : (
        <AddMenu
          label={t('list.addField')}
          options={free.map(({ name, label }) => ({ value: name, label }))}
          onAdd={name => setNames([...names, name])}
        />
      )}
    </div>
  )
}
