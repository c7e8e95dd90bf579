/** An attribute for which the project has an input of its own, or for which a plugin of Strapi had one. */
import { type ComponentType, memo, type ReactNode, useMemo } from 'react'
import type { FieldGiven, Part } from '../../../../../src/admin-api/panel/define-panel.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Skeleton } from '../../../ui/display/states.tsx'
import { OwnInput, ownPart, useOwnPanel } from '../../own/entry.ts'
import { EditorFrame, noteId } from '../editors/editor-frame.tsx'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { isJson, isValidJson, jsonText, parsedJson } from '../store/json-text.ts'
import type { FieldPlace } from './field-props.ts'

export interface OwnFieldProps {
  readonly place: FieldPlace
  /** The field for an attribute of this type. */
  readonly Plain: ComponentType<{ readonly place: FieldPlace }>
}

function OwnField({ place, Plain }: OwnFieldProps): ReactNode {
  const { attribute, path } = place
  const { panel, isLoading } = useOwnPanel()
  const { t } = useTexts()
  const value = useValue<Json>(path)
  const name = ownPart(attribute)!
  const part = panel.fields?.[name]
  if (isLoading) return <Skeleton lines={1} />
  // Text that is no JSON yet can only be shown as text.
  if (part !== undefined && (!isJson(attribute) || isValidJson(value as string | null)))
    return <PartField place={place} Plain={Plain} part={part} value={value} />
  const isExpected = part === undefined && (attribute.customField !== undefined || panel.columns?.[name] === undefined)
  return (
    <>
      <Plain place={place} />
      {isExpected ? <p className="small soft above-1">{t('form.customField', { name })}</p> : null}
    </>
  )
}

interface PartFieldProps extends OwnFieldProps {
  readonly part: Part<FieldGiven>
  /** As the form has it. */
  readonly value: Json
}

function PartField({ place, Plain, part, value }: PartFieldProps): ReactNode {
  const { path, attribute, label, disabled, placeholder = '' } = place
  const { store, session } = useForm()
  const invalid = useProblem(path) !== undefined
  const { locale } = session
  const given = useMemo(
    () => ({
      value: isJson(attribute) ? parsedJson(value as string | null) : value,
      onChange: (next: Json | undefined) => store.set(path, storedValue(place, next ?? null)),
      ...{ disabled, invalid, label, placeholder, attribute, locale },
      describedBy: noteId(path),
    }),
    [place, store, path, value, disabled, invalid, label, placeholder, attribute, locale],
  )
  return (
    <EditorFrame place={place}>
      {/* biome-ignore lint/a11y/useSemanticElements: its label is that of the field */}
      <div role="group" aria-label={label}>
        <OwnInput part={part} given={given}>
          <Plain place={place} />
        </OwnInput>
      </div>
    </EditorFrame>
  )
}

/** What holds nothing is no value. */
function storedValue({ attribute }: FieldPlace, value: Json): Json {
  return value === '' ? null : isJson(attribute) ? jsonText(value) : value
}

export default memo(OwnField)
