/** Markdown as text, with buttons and a preview. The text is only changed by the person. */
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../../../i18n/i18n.tsx'
import type { IconName } from '../../../../ui/display/icon.tsx'
import { CodeEditor, type CodeEditorHandle } from '../../../../ui/editors/code-editor.tsx'
import type { MarkdownCommand } from '../../../../ui/editors/markdown-commands.ts'
import { MarkdownView } from '../../../../ui/editors/markdown-view.tsx'
import { ToolbarMenu } from '../../../../ui/editors/rich/toolbar-menu.tsx'
import { Toolbar } from '../../../../ui/editors/toolbar.tsx'
import { Button } from '../../../../ui/inputs/button.tsx'
import type { FieldPlace } from '../../fields/field-props.ts'
import { PickFiles } from '../../fields/pick-files.tsx'
import { useForm, useProblem, useValue } from '../../form-context.tsx'
import { noteId } from '../editor-frame.tsx'

const COMMANDS = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['underline', 'underline'],
  ['strikethrough', 'strike'],
  ['bulletList', 'list'],
  ['numberedList', 'numbers'],
  ['code', 'code'],
  ['quote', 'quote'],
  ['link', 'link'],
] as const satisfies readonly (readonly [MarkdownCommand, IconName])[]

export interface MarkdownSourceProps {
  readonly place: FieldPlace
  /** At the end of the buttons. */
  readonly end: ReactNode
}

export function MarkdownSource({ place, end }: MarkdownSourceProps): ReactNode {
  const { path, label, attribute, disabled } = place
  const { t } = useTexts()
  const { store } = useForm()
  const text = useValue<string>(path) ?? ''
  const problem = useProblem(path)
  const editor = useRef<CodeEditorHandle>(null)
  const [isPreview, setPreview] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const headings = ([1, 2, 3, 4, 5, 6] as const).map(level => ({
    value: `heading${level}` as const,
    label: t('form.heading', { level }),
  }))
  return (
    <>
      <Toolbar
        label={t('form.toolbar', { name: label })}
        disabled={disabled || isPreview}
        start={
          <ToolbarMenu
            label={t('form.addTitle')}
            disabled={disabled || isPreview}
            options={headings}
            onChoose={level => editor.current?.run(level)}
          />
        }
        buttons={[
          ...COMMANDS.map(([command, icon]) => ({
            label: t(`form.${command}`),
            icon,
            onClick: () => editor.current?.run(command),
          })),
          { label: t('form.image'), icon: 'image' as const, onClick: () => setPicking(true) },
        ]}
        end={
          <>
            <Button size="small" look="quiet" icon={isPreview ? 'edit' : 'eye'} onClick={() => setPreview(!isPreview)}>
              {t(isPreview ? 'form.markdownMode' : 'form.previewMode')}
            </Button>
            {end}
          </>
        }
      />
      {isPreview ? (
        <MarkdownView text={text} label={t('form.previewOf', { name: label })} />
      ) : (
        <CodeEditor
          ref={editor}
          label={label}
          describedBy={noteId(path)}
          language="markdown"
          value={text}
          readOnly={disabled}
          isRequired={attribute.required}
          isInvalid={problem !== undefined}
          onChange={next => store.set(path, next === '' ? null : next)}
        />
      )}
      {isPicking ? (
        <PickFiles
          multiple
          onClose={() => setPicking(false)}
          onChoose={files =>
            editor.current?.insert(files.map(file => `![${file.alternativeText ?? file.name}](${file.url})`).join('\n'))
          }
        />
      ) : null}
    </>
  )
}
