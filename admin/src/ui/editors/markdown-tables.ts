/** Tables with a head and one line of text in each cell, as Markdown has them. */
import { type Editor, mergeAttributes, Node } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

const TABLE_COMMANDS = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, deleteTable } as const

export type TableCommand = keyof typeof TABLE_COMMANDS

export function runTableCommand(editor: Editor, command: TableCommand): void {
  TABLE_COMMANDS[command](editor.state, editor.view.dispatch)
  editor.commands.focus()
}

/** With a head and two columns, after the cursor, which goes into the first cell. */
export function insertTable(editor: Editor): void {
  const row = { type: 'tableRow', content: [{ type: 'tableCell' }, { type: 'tableCell' }] }
  const at = editor.state.selection.to
  editor
    .chain()
    .focus()
    .setTextSelection(at)
    .insertContent({ type: 'table', content: [row, row] })
    .run()
  const { doc } = editor.state
  const places: number[] = []
  doc.nodesBetween(Math.max(0, at - 1), doc.content.size, ({ type }, place) => {
    if (type.name === 'table' && place >= at - 1) places.push(place)
  })
  if (places.length > 0) editor.commands.setTextSelection(places[0]! + 3)
}

const ROLES: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell' }

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  // Asked for every kind of node.
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    const { editor } = this
    const go = (isBack: boolean) => isInTable(editor.state) && (move(editor, isBack) || !isBack)
    const next = () => {
      if (!isInTable(editor.state) || move(editor, false)) return isInTable(editor.state)
      addRowAfter(editor.state, editor.view.dispatch)
      return move(editor, false)
    }
    const below = () => isInTable(editor.state) && goBelow(editor)
    return { Tab: next, 'Shift-Tab': () => go(true), Enter: below, 'Shift-Enter': below }
  },
  addProseMirrorPlugins: () => [tableEditing(), new Plugin({ props: { handleDOMEvents: { keydown: leaves } } })],
})

function move({ state, view }: Editor, isBack: boolean): boolean {
  return goToNextCell(isBack ? -1 : 1)(state, view.dispatch)
}

/** An empty row at the end is enough: from its last cell, Tab leaves the editor. */
function leaves({ state }: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  const { $head } = state.selection
  if (key !== 'Tab' || shiftKey || $head.depth < 3 || $head.parent.type.name !== 'tableCell') return false
  const [row, table] = [$head.node(-1), $head.node(-2)]
  const isLast = $head.indexAfter(-1) === row.childCount && $head.indexAfter(-2) === table.childCount
  return isLast && row.children.every(({ childCount }) => childCount === 0)
}

/** A cell has one line, so Enter goes to the cell below, which is a new one after the last row. */
function goBelow(editor: Editor): boolean {
  const { $head } = editor.state.selection
  const depth = $head.node(-1)?.type.name === 'tableRow' ? $head.depth - 1 : 0
  if (depth === 0) return false
  const [row, column] = [$head.index(depth - 1), $head.index(depth)]
  if (row + 1 === $head.node(depth - 1).childCount) addRowAfter(editor.state, editor.view.dispatch)
  const { doc, tr } = editor.state
  const start = $head.after(depth)
  const next = doc.resolve(start).nodeAfter
  let at = start + 1
  next?.forEach((cell, _, index) => {
    if (index < column) at += cell.nodeSize
  })
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, at + 1)).scrollIntoView())
  return true
}

export const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** The first row is the head of the table, whatever its cells are. */
export const TableCell = Node.create({
  name: 'tableCell',
  content: 'inline*',
  isolating: true,
  addAttributes: () => ({
    // The library asks for them; Markdown has no cells that span others.
    colspan: { default: 1, rendered: false, parseHTML: () => 1 },
    rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
    align: {
      default: null,
      parseHTML: element => (/^(left|right|center)$/.exec(element.dataset.align ?? '') ?? [null])[0],
      renderHTML: ({ align }) => (align === null ? {} : { 'data-align': align }),
    },
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
})
