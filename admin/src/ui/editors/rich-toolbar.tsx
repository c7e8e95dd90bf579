/** The buttons over rich text: those for which its documents have a place. */
import { type Editor, useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import type { IconName } from '../display/icon.tsx'
import { IconButton } from '../inputs/button.tsx'
import { Menu } from '../overlays/menu.tsx'
import { ToolbarMenu } from './rich/toolbar-menu.tsx'
import { Toolbar, type ToolbarButton } from './toolbar.tsx'

export interface RichEditorTexts {
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
  readonly rule: string
}

export interface RichToolbarProps {
  readonly editor: Editor
  readonly texts: RichEditorTexts
  readonly onLink: (current: string | null) => void
  readonly onImage: () => void
  /** What can be done to the table at the cursor. */
  readonly tables?: TableMenu | undefined
  readonly end?: ReactNode
  readonly readOnly?: boolean
}

/** Of documents with tables. */
export interface TableMenu {
  readonly label: string
  readonly items: readonly { readonly label: string; readonly isNew: boolean; readonly run: (editor: Editor) => void }[]
}

export function RichToolbar(props: RichToolbarProps): ReactNode {
  const { editor, texts, onLink, onImage, tables, end, readOnly = false } = props
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const mark = (name: string, label: string, icon: IconName, command: () => void) => ({
    label,
    icon,
    isOn: state.marks.includes(name),
    onClick: command,
  })
  const chain = () => editor.chain().focus()
  const rule: ToolbarButton = { label: texts.rule, icon: 'minus', onClick: () => insertRule(editor) }
  return (
    <Toolbar
      label={texts.toolbar}
      disabled={readOnly}
      start={
        <ToolbarMenu
          label={texts.block}
          disabled={readOnly}
          value={state.block}
          options={blockOptions(texts)}
          onChoose={block => setBlock(editor, block)}
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
        ...(editor.schema.nodes.horizontalRule === undefined ? [] : [rule]),
      ]}
      end={
        <>
          {tables === undefined ? null : (
            <Menu
              target={<IconButton size="small" label={tables.label} icon="grid" disabled={readOnly} />}
              items={tables.items.map(({ label, isNew, run }) => ({
                label,
                disabled: isNew === state.isInTable,
                onClick: () => run(editor),
              }))}
            />
          )}
          {end}
        </>
      }
    />
  )
}

/** After what is selected, not in its place. */
function insertRule(editor: Editor): void {
  editor.chain().focus().setTextSelection(editor.state.selection.to).setHorizontalRule().run()
}

function blockOptions(texts: RichEditorTexts) {
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
  const href = (editor.getAttributes('link').href as string | undefined) ?? null
  return { marks, block, href, isInTable: editor.isActive('table') }
}

function setBlock(editor: Editor, block: string): void {
  const chain = editor.chain().focus().clearNodes()
  if (block.startsWith('heading')) chain.setNode('heading', { level: Number(block.slice(7)) }).run()
  else if (block === 'bulletList') chain.toggleBulletList().run()
  else if (block === 'orderedList') chain.toggleOrderedList().run()
  else if (editor.schema.nodes[block]?.isTextblock) chain.setNode(block).run()
  else chain.wrapIn(block).run()
}
