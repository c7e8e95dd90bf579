import { type ReactNode, useState } from 'react'
import type { FieldMetadata } from '../../../../../src/admin-api/view-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import styles from './configured-field.module.css'

export interface ConfiguredFieldProps {
  readonly name: string
  readonly size: number
  readonly metadata: FieldMetadata['edit']
  readonly handle: ReactNode
  readonly onSize: (size: number) => void
  readonly onChange: (metadata: FieldMetadata['edit']) => void
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
}

const SIZES = [
  { value: '4', label: '33 %' },
  { value: '6', label: '50 %' },
  { value: '8', label: '66 %' },
  { value: '12', label: '100 %' },
]

export function ConfiguredField(props: ConfiguredFieldProps): ReactNode {
  const { name, size, metadata, handle, onSize, onChange, onMove, onRemove } = props
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const sizes = SIZES.some(({ value }) => value === String(size))
    ? SIZES
    : [...SIZES, { value: String(size), label: `${size}/12` }]
  return (
    <div className={styles.field}>
      <div className={styles.header}>
        {handle}
        <span className={styles.name}>{metadata.label || name}</span>
        <Select
          hideLabel
          size="small"
          label={`${t('form.fieldSize')}: ${name}`}
          value={String(size)}
          options={sizes}
          onChange={value => onSize(Number(value))}
        />
        <IconButton size="small" icon="arrowUp" label={`${t('form.moveUp')}: ${name}`} onClick={() => onMove(-1)} />
        <IconButton size="small" icon="arrowDown" label={`${t('form.moveDown')}: ${name}`} onClick={() => onMove(1)} />
        <IconButton
          size="small"
          icon="edit"
          label={t('form.editField', { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <IconButton size="small" icon="close" label={t('form.removeItem', { name })} onClick={onRemove} />
      </div>
      {isOpen ? (
        <div className={styles.body}>
          <TextField
            label={t('form.fieldLabel')}
            value={metadata.label ?? ''}
            onChange={label => onChange({ label })}
          />
          <TextField
            label={t('form.fieldDescription')}
            value={metadata.description ?? ''}
            onChange={description => onChange({ description })}
          />
          <TextField
            label={t('form.fieldPlaceholder')}
            value={metadata.placeholder ?? ''}
            onChange={placeholder => onChange({ placeholder })}
          />
          <Checkbox
            label={t('form.fieldEditable')}
            checked={metadata.editable !== false}
            onChange={editable => onChange({ editable })}
          />
        </div>
      ) : null}
    </div>
  )
}
