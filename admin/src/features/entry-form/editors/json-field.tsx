/** JSON with its mistakes shown at their lines. */
import { memo, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CodeEditor } from '../../../ui/editors/code-editor.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { EditorFrame, noteId } from './editor-frame.tsx'
import { jsonMistake } from './json-mistake.ts'

function JsonField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, attribute, disabled } = place
  const { t } = useTexts()
  const { store } = useForm()
  const text = useValue<string>(path) ?? ''
  const problem = useProblem(path)
  const mistake = jsonMistake(text)
  return (
    <EditorFrame place={place} message={mistake === null ? undefined : t('form.jsonMistake', { line: mistake.line })}>
      <CodeEditor
        label={label}
        describedBy={noteId(path)}
        language="json"
        value={text}
        readOnly={disabled}
        isRequired={attribute.required}
        isInvalid={mistake !== null || problem !== undefined}
        onChange={next => store.set(path, next === '' ? null : next)}
      />
    </EditorFrame>
  )
}

export default memo(JsonField)
