/** Rich text stored as Strapi's `blocks`. */
import { lazy, memo, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import BlocksEditor, { type BlocksEditorHandle, type EditorDocument } from '../../../ui/editors/blocks-editor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { blocksOf, type DocumentNode, documentOf } from './blocks-document.ts'
import { EditorFrame, noteId } from './editor-frame.tsx'
import { useBlocksTexts } from './use-blocks-texts.ts'

const MediaPicker = lazy(async () => ({ default: (await import('../../media/entry.ts')).MediaPicker }))

function BlocksField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, disabled } = place
  const { store } = useForm()
  const value = useValue<readonly Json[]>(path)
  const problem = useProblem(path)
  const texts = useBlocksTexts(label)
  const editor = useRef<BlocksEditorHandle>(null)
  const [link, setLink] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
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
        onChange={changed => {
          written.current = blocksOf(changed as DocumentNode)
          store.set(path, written.current)
        }}
      />
      {link === null ? null : (
        <LinkDialog
          start={link}
          onClose={() => setLink(null)}
          onLink={url => {
            setLink(null)
            editor.current?.setLink(url)
          }}
        />
      )}
      {isPicking ? (
        <Suspense fallback={null}>
          <MediaPicker
            multiple={false}
            allowedTypes={['images']}
            chosen={[]}
            onClose={() => setPicking(false)}
            onChoose={([file]) => {
              setPicking(false)
              if (file !== undefined) editor.current?.insertImage(file)
            }}
          />
        </Suspense>
      ) : null}
    </EditorFrame>
  )
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
  const finish = () => onLink(url.trim() === '' ? null : url.trim())
  return (
    <Dialog
      open
      size="small"
      title={t('form.link')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {start === '' ? null : <Button onClick={() => onLink(null)}>{t('form.removeLink')}</Button>}
          <Button look="primary" onClick={finish}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          finish()
        }}
      >
        <TextField
          label={t('form.linkAddress')}
          type="url"
          autoFocus
          value={url}
          onChange={setUrl}
          placeholder="https://"
        />
      </form>
    </Dialog>
  )
}

export default memo(BlocksField)
