import { type ReactNode, useState } from 'react'
import type { FieldMetadata } from '../../../../../src/admin-api/view-api.ts'
import { fieldLabel } from '../../../api/field-label.ts'
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

const WORDS = [
  ['label', 'form.fieldLabel'],
  ['description', 'form.fieldDescription'],
  ['placeholder', 'form.fieldPlaceholder'],
] as const

export function ConfiguredField(props: ConfiguredFieldProps): ReactNode {
  const { name, size, metadata, handle, onSize, onChange, onMove, onRemove } = props
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const sizes = SIZES.some(({ value }) => value === String(size))
    ? SIZES
    : [...SIZES, { value: String(size), label: `${size}/12` }]
  return (
    <div className="box surface">
      <div className="row wrap gap-1 pad-1-2">
        {handle}
        <span className={styles.name}>{fieldLabel(name, metadata.label)}</span>
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
          {WORDS.map(([key, label]) => (
            <TextField
              key={key}
              label={t(label)}
              value={metadata[key] ?? ''}
              onChange={text => onChange({ [key]: text })}
            />
          ))}
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
