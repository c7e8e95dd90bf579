/** The names of a type or component, and what its entries can do. */
import type { ReactNode } from 'react'
import type { SchemaFilesInfo } from '../../../../../src/admin-api/builder-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SettingsFields } from '../../../ui/page/settings-form.tsx'
import { type ModelDraft, nameFrom } from './edited-model.ts'

export interface ModelSettingsProps {
  readonly draft: ModelDraft
  readonly isNew: boolean
  readonly files: SchemaFilesInfo
  readonly onChange: (draft: ModelDraft) => void
}

export function ModelSettings({ draft, isNew, files, onChange }: ModelSettingsProps): ReactNode {
  const { t } = useTexts()
  const change = (part: Partial<ModelDraft>) => onChange({ ...draft, ...part })
  const isType = draft.kind !== 'component'
  // The name follows the words as long as nobody has typed another one.
  const rename = (displayName: string) =>
    change({
      displayName,
      ...(isNew && draft.name === nameFrom(draft.displayName) ? { name: nameFrom(displayName) } : {}),
    })
  return (
    <Card title={t('builder.settings')}>
      <div className="stack gap-4">
        <SettingsFields>
          <TextField
            label={t('builder.displayName')}
            value={draft.displayName}
            required
            autoFocus={isNew}
            onChange={rename}
          />
          {isNew ? <NewNames draft={draft} files={files} onChange={change} /> : null}
          <TextField
            label={t('builder.description')}
            value={draft.description}
            onChange={description => change({ description })}
          />
        </SettingsFields>
        {isType ? (
          <div className="stack gap-3">
            <Switch
              label={t('schema.drafts')}
              hint={t('builder.draftsHint')}
              checked={draft.draftAndPublish}
              onChange={draftAndPublish => change({ draftAndPublish })}
            />
            <Switch
              label={t('builder.translations')}
              hint={t('builder.translationsHint')}
              checked={draft.localized}
              onChange={localized => change({ localized })}
            />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

interface NewNamesProps {
  readonly draft: ModelDraft
  readonly files: SchemaFilesInfo
  readonly onChange: (part: Partial<ModelDraft>) => void
}

/** They are part of addresses and of the names of files, and stay. */
function NewNames({ draft, files, onChange }: NewNamesProps): ReactNode {
  const { t } = useTexts()
  const isType = draft.kind !== 'component'
  const components = files.models.filter(({ kind }) => kind === 'component')
  const categories = [...new Set(components.map(({ uid }) => uid.split('.')[0]!))]
  return (
    <>
      {isType ? null : (
        <TextField
          label={t('builder.category')}
          hint={[t('builder.categoryHint'), ...categories].join(' ')}
          value={draft.category}
          required
          onChange={category => onChange({ category })}
        />
      )}
      <TextField
        label={t('builder.name')}
        hint={t('builder.nameHint')}
        value={draft.name}
        required
        autoComplete="off"
        onChange={name => onChange({ name })}
      />
      {isType ? (
        <TextField
          label={t('builder.plural')}
          hint={t('builder.pluralHint')}
          value={draft.plural}
          autoComplete="off"
          onChange={plural => onChange({ plural })}
        />
      ) : null}
    </>
  )
}
