/** The options of an attribute, as its type has them. */
import type { ReactNode } from 'react'
import { MEDIA_KINDS } from '../../../../../src/admin-api/builder-api.ts'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsFields } from '../../../ui/page/settings-form.tsx'
import { isLimit, isSwitch, LIMITS, optionsOf, SWITCHES } from './attribute-options.ts'
import { DefaultField } from './default-field.tsx'
import { isLocalized, shownValue, withLocalized, withOption } from './definition.ts'
import type { EditedModel, OptionProps } from './edited-model.ts'
import { RelationFields } from './relation-fields.tsx'

export function AttributeFields(props: OptionProps): ReactNode {
  const { definition, model, onChange } = props
  const { t } = useTexts()
  const options = optionsOf(String(definition.type))
  const numbers = options.filter(isLimit).filter(name => !isOfOne(definition, name))
  const set = (name: string, value: Parameters<typeof withOption>[2]) => onChange(withOption(definition, name, value))
  return (
    <>
      <KindFields {...props} />
      <div className="stack gap-3">
        {options.filter(isSwitch).map(name => (
          <Switch
            key={name}
            label={t(SWITCHES[name][0])}
            hint={t(SWITCHES[name][1])}
            checked={definition[name] === true}
            onChange={isOn => set(name, isOn)}
          />
        ))}
        {options.includes('localized') && model.draft.localized ? (
          <Switch
            label={t('builder.localized')}
            hint={t('builder.localizedHint')}
            checked={isLocalized(definition)}
            onChange={isOn => onChange(withLocalized(definition, isOn))}
          />
        ) : null}
      </div>
      <SettingsFields>
        {numbers.map(name => (
          <TextField
            key={name}
            type="number"
            step="any"
            label={t(LIMITS[name])}
            value={shownValue(definition[name])}
            onChange={text => set(name, text === '' ? undefined : Number(text))}
          />
        ))}
        {options.includes('default') ? <DefaultField {...props} /> : null}
        {options.includes('regex') ? (
          <TextField
            label={t('builder.regex')}
            hint={t('builder.regexHint')}
            value={String(definition.regex ?? '')}
            autoComplete="off"
            onChange={text => set('regex', text)}
          />
        ) : null}
      </SettingsFields>
    </>
  )
}

/** A single component has no number of parts. */
function isOfOne({ type, repeatable }: JsonObject, name: string): boolean {
  return type === 'component' && repeatable !== true && (name === 'min' || name === 'max')
}

/** What only one type has. */
function KindFields(props: OptionProps): ReactNode {
  switch (props.definition.type) {
    case 'relation':
      return <RelationFields {...props} />
    case 'media':
      return <MediaFields {...props} />
    case 'component':
      return <ComponentFields {...props} />
    case 'dynamiczone':
      return <ZoneFields {...props} />
    case 'enumeration':
      return <ValuesField {...props} />
    case 'uid':
      return <TargetField {...props} />
    default:
      return null
  }
}

const KINDS = {
  images: 'builder.images',
  videos: 'builder.videos',
  files: 'builder.files',
  audios: 'builder.audios',
} as const

function MediaFields({ definition, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <Switch
        label={t('builder.multiple')}
        checked={definition.multiple === true}
        onChange={multiple => onChange({ ...definition, multiple })}
      />
      <Choices
        title={t('builder.allowedTypes')}
        options={MEDIA_KINDS.map(value => ({ value, label: t(KINDS[value as keyof typeof KINDS]) }))}
        chosen={(definition.allowedTypes ?? []) as readonly string[]}
        error={undefined}
        onChange={allowedTypes => onChange({ ...definition, allowedTypes })}
      />
    </>
  )
}

/** Without those that contain the model itself, as far as one can see. */
function componentsOf({ files, uid }: EditedModel): readonly string[] {
  return files.models.filter(model => model.kind === 'component' && model.uid !== uid).map(model => model.uid)
}

function ComponentFields({ definition, model, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  const options = componentsOf(model).map(value => ({ value, label: value }))
  return (
    <>
      <Select
        label={t('builder.component')}
        value={String(definition.component ?? '')}
        required
        options={[{ value: '', label: t('form.chooseHere') }, ...options]}
        onChange={component => onChange({ ...definition, component })}
      />
      <Switch
        label={t('builder.repeatable')}
        checked={definition.repeatable === true}
        onChange={repeatable => onChange({ ...definition, repeatable })}
      />
    </>
  )
}

function ZoneFields({ definition, model, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  return (
    <Choices
      title={t('schema.components')}
      options={componentsOf(model).map(value => ({ value, label: value }))}
      chosen={(definition.components ?? []) as readonly string[]}
      error={undefined}
      onChange={components => onChange({ ...definition, components })}
    />
  )
}

function ValuesField({ definition, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  const values = (definition.enum ?? []) as readonly string[]
  return (
    <TextArea
      label={t('builder.enum')}
      hint={t('builder.enumHint')}
      defaultValue={values.join('\n')}
      required
      onChange={text => {
        const lines = text.split('\n').map(line => line.trim())
        onChange({ ...definition, enum: lines.filter(line => line !== '') })
      }}
    />
  )
}

function TargetField({ definition, model, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  const names = model.draft.attributes.filter(({ definition: { type } }) => type === 'string' || type === 'text')
  return (
    <Select
      label={t('builder.targetField')}
      value={String(definition.targetField ?? '')}
      options={[{ value: '', label: '–' }, ...names.map(({ name }) => ({ value: name, label: name }))]}
      onChange={name => onChange(withOption(definition, 'targetField', name))}
    />
  )
}
