/** The rich text editor. It knows documents; what they are stored as is for the caller to know. */
import type { Content, EditorOptions, JSONContent } from '@tiptap/core'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { IconName } from '../display/icon.tsx'
import { Select } from '../inputs/select.tsx'
import { styleNonce } from '../theme/ui-provider.tsx'
import { blockExtensions } from './blocks-extensions.ts'
import { setEditorCursor } from './editor-cursors.ts'
import { type PastedHtml, pastedPictures, readPasted } from './pasted-html.ts'
import styles from './prose.module.css'
import { Toolbar } from './toolbar.tsx'

export type EditorDocument = JSONContent

export interface BlocksEditorTexts {
  readonly toolbar: string
  readonly block: string
  readonly paragraph: string
  readonly heading: (level: number) => string
  readonly bulletList: string
  readonly numberedList: string
  readonly quote: string
  readonly codeBlock: string
  readonly bold: string
  readonly italic: string
  readonly underline: string
  readonly strikethrough: string
  readonly code: string
  readonly link: string
  readonly image: string
}

export interface BlocksEditorHandle {
  readonly insertImage: (image: object) => void
  readonly setLink: (url: string | null) => void
}

export interface BlocksEditorProps {
  readonly label: string
  readonly describedBy?: string | undefined
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
  readonly texts: BlocksEditorTexts
  readonly readOnly?: boolean
  readonly isInvalid?: boolean
  readonly ref?: RefObject<BlocksEditorHandle | null>
}

/**
 * The editor is made after the first drawing: one that is made during it is destroyed again by the library if drawing takes
 * longer than a moment, and then it is missing in the effects.
 */
export default function BlocksEditor(props: BlocksEditorProps): ReactNode {
  const { label, describedBy, document, readOnly = false, isInvalid } = props
  const newest = useRef(props)
  newest.current = props
  const attributes = {
    class: styles.prose!,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
  }
  const editor = useEditor({
    extensions: blockExtensions(),
    content: document as Content,
    editable: !readOnly,
    injectNonce: styleNonce(),
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes, ...pasting(newest) },
    onUpdate: ({ editor: changed }) => newest.current.onChange(changed.getJSON()),
  })
  return <div>{editor === null ? null : <OpenEditor {...props} editor={editor} />}</div>
}

/** Text with its pictures and tables, and pictures alone. */
function pasting(newest: RefObject<BlocksEditorProps>): EditorOptions['editorProps'] {
  const take = (data: DataTransfer | null): boolean => {
    const pictures = pastedPictures(data)
    if (pictures.length > 0) newest.current.onPictures(pictures)
    return pictures.length > 0
  }
  return {
    handlePaste: (_view, event) => take(event.clipboardData),
    handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
    transformPastedHTML: given => {
      const { html, pictures, ...changed } = readPasted(given)
      if (pictures.length > 0) newest.current.onPictures(pictures)
      newest.current.onPasted(changed)
      return html
    },
  }
}

interface OpenEditorProps extends BlocksEditorProps {
  readonly editor: Editor
}

function OpenEditor(props: OpenEditorProps): ReactNode {
  const { editor, document, documentKey, ref } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the document is another one
  useEffect(() => {
    if (documentKey > 0) editor.commands.setContent(document as Content, { emitUpdate: false })
  }, [documentKey])
  useEffect(() => {
    setEditorCursor(editor.view.dom, {
      read: () => editor.state.selection.head,
      place: position => editor.commands.setTextSelection(position),
    })
  }, [editor])
  useImperativeHandle(ref, () => ({
    insertImage: image => editor.chain().focus().insertContent({ type: 'image', attrs: { image } }).run(),
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
      <BlocksToolbar {...props} />
      <EditorContent editor={editor} />
    </>
  )
}

function BlocksToolbar({ editor, texts, onLink, onImage, readOnly = false }: OpenEditorProps): ReactNode {
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const mark = (name: string, label: string, icon: IconName, command: () => void) => ({
    label,
    icon,
    isOn: state.marks.includes(name),
    onClick: command,
  })
  const chain = () => editor.chain().focus()
  return (
    <Toolbar
      label={texts.toolbar}
      disabled={readOnly}
      start={
        <Select
          label={texts.block}
          hideLabel
          size="small"
          disabled={readOnly}
          value={state.block}
          options={blockOptions(texts)}
          onChange={block => setBlock(editor, block)}
        />
      }
      buttons={[
        mark('bold', texts.bold, 'bold', () => chain().toggleBold().run()),
        mark('italic', texts.italic, 'italic', () => chain().toggleItalic().run()),
        mark('underline', texts.underline, 'underline', () => chain().toggleUnderline().run()),
        mark('strike', texts.strikethrough, 'strike', () => chain().toggleStrike().run()),
        mark('code', texts.code, 'code', () => chain().toggleCode().run()),
        mark('link', texts.link, 'link', () => onLink(state.href)),
        { label: texts.image, icon: 'image', onClick: onImage },
      ]}
    />
  )
}

function blockOptions(texts: BlocksEditorTexts) {
  return [
    { value: 'paragraph', label: texts.paragraph },
    ...[1, 2, 3, 4, 5, 6].map(level => ({ value: `heading${level}`, label: texts.heading(level) })),
    { value: 'bulletList', label: texts.bulletList },
    { value: 'orderedList', label: texts.numberedList },
    { value: 'quote', label: texts.quote },
    { value: 'codeBlock', label: texts.codeBlock },
  ]
}

function stateOf(editor: Editor) {
  const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'link'].filter(name => editor.isActive(name))
  const level = [1, 2, 3, 4, 5, 6].find(number => editor.isActive('heading', { level: number }))
  const block =
    level === undefined
      ? (['bulletList', 'orderedList', 'quote', 'codeBlock'].find(name => editor.isActive(name)) ?? 'paragraph')
      : `heading${level}`
  return { marks, block, href: (editor.getAttributes('link').href as string | undefined) ?? null }
}

function setBlock(editor: Editor, block: string): void {
  const chain = editor.chain().focus().clearNodes()
  if (block.startsWith('heading')) chain.setNode('heading', { level: Number(block.slice(7)) }).run()
  else if (block === 'bulletList') chain.toggleBulletList().run()
  else if (block === 'orderedList') chain.toggleOrderedList().run()
  else chain.setNode(block).run()
}
