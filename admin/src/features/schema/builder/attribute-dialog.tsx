/** One attribute: its name, its type and its options. */
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { isOffered, OPTIONS } from './attribute-options.ts'
import { TYPE_TEXTS } from './attribute-types.ts'
import { withType } from './definition.ts'
import type { AttributeDraft, EditedModel } from './edited-model.ts'

export interface AttributeDialogProps {
  readonly attribute: AttributeDraft
  readonly model: EditedModel
  readonly onStore: (attribute: AttributeDraft) => void
  readonly onClose: () => void
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/

export function AttributeDialog({ attribute, model, onStore, onClose }: AttributeDialogProps): ReactNode {
  const { t } = useTexts()
  const [name, setName] = useState(attribute.name)
  const [definition, setDefinition] = useState(attribute.definition)
  const [problem, setProblem] = useState<string>()
  const type = String(definition.type)
  const types = Object.keys(OPTIONS).includes(type) ? Object.keys(OPTIONS) : [...Object.keys(OPTIONS), type]
  const isTaken = model.draft.attributes.some(other => other.key !== attribute.key && other.name === name)
  const submit = () => {
    if (!NAME.test(name)) setProblem(t('builder.badName'))
    else if (isTaken) setProblem(t('builder.takenName'))
    else onStore({ ...attribute, name, definition })
  }
  return (
    <DialogForm
      title={attribute.key === '' ? t('builder.addAttribute') : t('builder.edit', { name: attribute.name })}
      submitLabel={t('builder.take')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('schema.name')}
        hint={
          attribute.was !== undefined && attribute.was !== name
            ? t('builder.renameHint', { name: attribute.was })
            : undefined
        }
        value={name}
        error={problem}
        required
        autoFocus
        autoComplete="off"
        onChange={setName}
      />
      <Select
        label={t('schema.type')}
        value={type}
        hint={isOffered(type) ? t(TYPE_TEXTS[type][1]) : undefined}
        options={types.map(value => ({
          value,
          label: isOffered(value) ? named(t(TYPE_TEXTS[value][0]), value) : value,
        }))}
        onChange={next => setDefinition(withType(definition, next))}
      />
      <AttributeFields definition={definition} model={model} onChange={setDefinition} />
    </DialogForm>
  )
}

/** `Short text (string)`, and `JSON` */
function named(label: string, type: string): string {
  return label.toLowerCase() === type ? label : `${label} (${type})`
}
