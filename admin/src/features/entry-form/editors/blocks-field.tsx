/** Rich text stored as Strapi's `blocks`. */
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import BlocksEditor, { type BlocksEditorHandle, type EditorDocument } from '../../../ui/editors/blocks-editor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { PickFiles } from '../fields/pick-files.tsx'
import { useUpload } from '../fields/use-upload.ts'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { blockImage, blocksOf, type DocumentNode, documentOf } from './blocks-document.ts'
import { EditorFrame, noteId } from './editor-frame.tsx'
import { useBlocksTexts } from './use-blocks-texts.ts'

function BlocksField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, disabled } = place
  const { store } = useForm()
  const value = useValue<readonly Json[]>(path)
  const problem = useProblem(path)
  const i18n = useTexts()
  const texts = useBlocksTexts(label)
  const editor = useRef<BlocksEditorHandle>(null)
  const [link, setLink] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const { upload } = useUpload(true, stored => {
    for (const file of stored) editor.current?.insertImage(blockImage(file))
  })
  const { document, key, written } = useDocument(value)
  return (
    <EditorFrame place={place}>
      <BlocksEditor
        ref={editor}
        label={label}
        describedBy={noteId(path)}
        document={document as EditorDocument}
        documentKey={key}
        texts={texts}
        readOnly={disabled}
        isInvalid={problem !== undefined}
        onLink={current => setLink(current ?? '')}
        onImage={() => setPicking(true)}
        onPictures={pictures => void upload(pictures)}
        onPasted={pasted => tellPasted(pasted, i18n)}
        onChange={changed => {
          written.current = blocksOf(changed as DocumentNode)
          store.set(path, written.current)
        }}
      />
      {link === null ? null : (
        <LinkDialog start={link} onClose={() => setLink(null)} onLink={url => editor.current?.setLink(url)} />
      )}
      {isPicking ? (
        <PickFiles
          multiple={false}
          onClose={() => setPicking(false)}
          onChoose={([file]) => file !== undefined && editor.current?.insertImage(blockImage(file))}
        />
      ) : null}
    </EditorFrame>
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
function useDocument(value: readonly Json[] | null) {
  const written = useRef<readonly Json[] | null | undefined>(undefined)
  const shown = useRef<{ readonly value: readonly Json[] | null; readonly key: number }>({ value, key: 0 })
  if (value !== shown.current.value)
    shown.current = { value, key: value === written.current ? shown.current.key : shown.current.key + 1 }
  const { key } = shown.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the value is another one
  const document = useMemo(() => documentOf(value), [key])
  return { document, key, written }
}

interface LinkDialogProps {
  readonly start: string
  readonly onLink: (url: string | null) => void
  readonly onClose: () => void
}

function LinkDialog({ start, onLink, onClose }: LinkDialogProps): ReactNode {
  const { t } = useTexts()
  const [url, setUrl] = useState(start)
  const finish = (address: string) => {
    onClose()
    onLink(address === '' ? null : address)
  }
  const remove = start === '' ? null : <Button onClick={() => finish('')}>{t('form.removeLink')}</Button>
  return (
    <DialogForm
      size="small"
      title={t('form.link')}
      before={remove}
      submitLabel={t('common.save')}
      onSubmit={() => finish(url.trim())}
      onClose={onClose}
    >
      <TextField
        label={t('form.linkAddress')}
        type="url"
        autoFocus
        value={url}
        onChange={setUrl}
        placeholder="https://"
      />
    </DialogForm>
  )
}

export default memo(BlocksField)
