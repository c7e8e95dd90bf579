/** The rich text editor. It knows documents; what they are stored as is for the caller to know. */
import type { Content, EditorOptions, Extensions, JSONContent } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent } from '@tiptap/react'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { styleNonce } from '../theme/ui-provider.tsx'
import { setEditorCursor } from './editor-cursors.ts'
import { type PastedHtml, pastedPictures, readPasted } from './pasted-html.ts'
import styles from './prose.module.css'
import { LeaveByTab } from './rich/leave-by-tab.ts'
import { useRichEditor } from './rich/use-rich-editor.ts'
import { type RichEditorTexts, RichToolbar, type TableMenu } from './rich-toolbar.tsx'
import { showDocument } from './show-document.ts'

export type EditorDocument = JSONContent

/** What a document can hold. */
export type EditorExtensions = Extensions

export interface RichEditorHandle {
  readonly insert: (content: EditorDocument) => void
  readonly setLink: (url: string | null) => void
}

export interface RichEditorProps {
  readonly label: string
  readonly describedBy?: string | undefined
  /** What a document can hold; of the first drawing. */
  readonly extensions: EditorExtensions
  readonly document: EditorDocument
  /** Changes when the document came from elsewhere and must be shown. */
  readonly documentKey: number
  readonly onChange: (document: EditorDocument) => void
  /** With the address of the link at the cursor. */
  readonly onLink: (current: string | null) => void
  readonly onImage: () => void
  /** Pictures that were pasted or dropped. */
  readonly onPictures: (pictures: readonly File[]) => void
  /** What of a pasted text has become something else. */
  readonly onPasted: (pasted: Pick<PastedHtml, 'tables' | 'absent'>) => void
  readonly texts: RichEditorTexts
  /** For documents with tables. */
  readonly tables?: TableMenu | undefined
  /** At the end of the buttons. */
  readonly end?: ReactNode
  readonly readOnly?: boolean
  readonly isInvalid?: boolean
  readonly isRequired?: boolean
  readonly ref?: RefObject<RichEditorHandle | null>
}

export function RichEditor(props: RichEditorProps): ReactNode {
  const { label, describedBy, document, readOnly = false, isInvalid, isRequired } = props
  const newest = useRef(props)
  newest.current = props
  const attributes = {
    class: styles.prose!,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    ...(isRequired ? { 'aria-required': 'true' } : {}),
  }
  const editor = useRichEditor({
    attributes,
    extensions: [...props.extensions, LeaveByTab],
    content: document as Content,
    editable: !readOnly,
    injectNonce: styleNonce(),
    editorProps: { ...pasting(newest), handleDOMEvents: { keydown: (_view, event) => isForTheForm(event) } },
    onUpdate: ({ editor: changed }) => newest.current.onChange(documentOf(changed)),
  })
  return <div>{editor === null ? null : <OpenEditor {...props} editor={editor} />}</div>
}

const known = new WeakMap<object, EditorDocument>()

/** Blocks that were not changed are the same objects as before. */
function documentOf({ state }: Editor): EditorDocument {
  const content = state.doc.children.map(node => {
    const block = known.get(node) ?? (node.toJSON() as EditorDocument)
    known.set(node, block)
    return block
  })
  return { type: 'doc', content }
}

/** ⌘⏎ publishes, in every field. */
function isForTheForm({ key, metaKey, ctrlKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (metaKey || ctrlKey)
}

/** Text with its pictures and tables, and pictures alone. */
function pasting(newest: RefObject<RichEditorProps>): EditorOptions['editorProps'] {
  const take = (data: DataTransfer | null): boolean => {
    const pictures = pastedPictures(data)
    if (pictures.length > 0) newest.current.onPictures(pictures)
    return pictures.length > 0
  }
  return {
    handlePaste: (view, event) => {
      undoneAlone(view)
      return take(event.clipboardData)
    },
    handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
    transformPastedHTML: given => {
      const { html, pictures, ...changed } = readPasted(given, newest.current.tables !== undefined)
      if (pictures.length > 0) newest.current.onPictures(pictures)
      newest.current.onPasted(changed)
      return html
    },
  }
}

/** What is pasted is undone without the words before and after it. */
function undoneAlone(view: EditorView): void {
  const close = () => {
    if (!view.isDestroyed) view.dispatch(closeHistory(view.state.tr))
  }
  close()
  setTimeout(close)
}

interface OpenEditorProps extends RichEditorProps {
  readonly editor: Editor
}

function OpenEditor(props: OpenEditorProps): ReactNode {
  const { editor, document, documentKey, ref } = props
  const shown = useRef(documentKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the document is another one
  useLayoutEffect(() => {
    if (documentKey !== shown.current) showDocument(editor, document)
    shown.current = documentKey
  }, [documentKey])
  useLayoutEffect(() => {
    setEditorCursor(editor.view.dom, {
      read: () => editor.state.selection.head,
      place: position => editor.commands.setTextSelection(position),
    })
  }, [editor])
  useImperativeHandle(ref, () => ({
    insert: content => editor.chain().focus().insertContent(content).run(),
    setLink: url => {
      const chain = editor.chain().focus().extendMarkRange('link')
      if (url === null) chain.unsetLink().run()
      else if (editor.state.selection.empty)
        chain.insertContent({ type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }).run()
      else chain.setLink({ href: url }).run()
    },
  }))
  return (
    <>
      <RichToolbar {...props} />
      <EditorContent editor={editor} />
    </>
  )
}
