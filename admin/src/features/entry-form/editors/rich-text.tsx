/** An editor of rich text in a form, with its dialogs: whatever its documents are stored as. */
import { type ReactNode, useRef, useState } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import {
  type EditorDocument,
  type EditorExtensions,
  RichEditor,
  type RichEditorHandle,
} from '../../../ui/editors/rich-editor.tsx'
import type { TableMenu } from '../../../ui/editors/rich-toolbar.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { PickFiles } from '../fields/pick-files.tsx'
import { useUpload } from '../fields/use-upload.ts'
import { useProblem } from '../form-context.tsx'
import type { DocumentNode } from './blocks-document.ts'
import { noteId } from './editor-frame.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useEditorTexts } from './use-editor-texts.ts'

export interface RichTextProps {
  readonly place: FieldPlace
  /** What a document can hold; always the same list. */
  readonly extensions: EditorExtensions
  readonly document: DocumentNode
  /** Changes when the document came from elsewhere. */
  readonly documentKey: number
  /** A picture of the library as the documents have it. */
  readonly imageOf: (file: FileValue & Partial<MediaFile>) => DocumentNode
  readonly isMultiple: boolean
  readonly tables?: TableMenu
  /** At the end of the buttons. */
  readonly end?: ReactNode
  readonly onChange: (document: DocumentNode) => void
}

export function RichText(props: RichTextProps): ReactNode {
  const { place, extensions, document, documentKey, imageOf, isMultiple, tables, end, onChange } = props
  const problem = useProblem(place.path)
  const i18n = useTexts()
  const texts = useEditorTexts(place.label)
  const editor = useRef<RichEditorHandle>(null)
  const [link, setLink] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const insert = (files: readonly (FileValue & Partial<MediaFile>)[]) => {
    for (const file of files) editor.current?.insert(imageOf(file) as EditorDocument)
  }
  const { upload } = useUpload(true, insert)
  return (
    <>
      <RichEditor
        ref={editor}
        label={place.label}
        describedBy={noteId(place.path)}
        extensions={extensions}
        document={document as EditorDocument}
        documentKey={documentKey}
        texts={texts}
        tables={tables}
        end={end}
        readOnly={place.disabled}
        isInvalid={problem !== undefined}
        isRequired={place.attribute.required}
        onLink={current => setLink(current ?? '')}
        onImage={() => setPicking(true)}
        onPictures={pictures => void upload(pictures)}
        onPasted={pasted => tellPasted(pasted, i18n)}
        onChange={changed => onChange(changed as DocumentNode)}
      />
      {link === null ? null : (
        <LinkDialog start={link} onClose={() => setLink(null)} onLink={url => editor.current?.setLink(url)} />
      )}
      {isPicking ? <PickFiles multiple={isMultiple} onClose={() => setPicking(false)} onChoose={insert} /> : null}
    </>
  )
}

/** Nothing of what somebody pastes goes without a word. */
function tellPasted(
  { tables, absent }: { readonly tables: number; readonly absent: number },
  { t, count }: I18n,
): void {
  if (tables > 0) showToast({ message: t('form.pastedTable'), look: 'info' })
  if (absent > 0) showToast({ message: count('form.picturesNotPasted', absent), look: 'info' })
}

/** The document for the editor: a new one only when the value did not come from the editor itself. */
export function useDocument<Value, Opened>(value: Value, open: (value: Value) => Opened) {
  const written = useRef<Value | undefined>(undefined)
  const shown = useRef<{ readonly value: Value; readonly key: number; readonly opened: Opened } | null>(null)
  const last = shown.current
  if (last === null) shown.current = { value, key: 0, opened: open(value) }
  else if (value !== last.value) {
    const isOwn = value === written.current
    shown.current = isOwn ? { ...last, value } : { value, key: last.key + 1, opened: open(value) }
    // What was written before is no longer what the editor shows.
    if (!isOwn) written.current = undefined
  }
  const { key, opened } = shown.current!
  return { key, opened, written }
}
