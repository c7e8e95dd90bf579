/** In lists and tables Tab moves what is written. After Escape it leaves the editor, as it does everywhere else. */
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const HOLDERS = new Set(['listItem', 'tableCell'])

/** Keys that are held while Tab is pressed. */
const HELD = new Set(['Shift', 'Control', 'Alt', 'Meta'])

export const LeaveByTab = Extension.create({
  name: 'leaveByTab',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { handleDOMEvents: { keydown: pressed, pointerdown: stay, blur: stay } } }),
  ],
})

/** Whether the browser does what the key does elsewhere. The mark is also what a person sees of it. */
function pressed(view: EditorView, event: KeyboardEvent): boolean {
  const { dataset } = view.dom
  const isLeaving = dataset.leaving !== undefined
  if (event.key === 'Tab') return isLeaving
  if (HELD.has(event.key) || event.isComposing) return false
  stay(view)
  // The second Escape is for what is around the editor, such as a drawer.
  if (event.key !== 'Escape' || isLeaving || !holdsTab(view.state)) return false
  dataset.leaving = ''
  event.preventDefault()
  return true
}

function stay({ dom }: EditorView): boolean {
  delete dom.dataset.leaving
  return false
}

/** In a list or a table, or in what Tab would make part of the list before it. */
function holdsTab({ selection: { $head } }: EditorState): boolean {
  const depths = Array.from({ length: $head.depth }, (_, index) => index + 1)
  if (depths.some(depth => HOLDERS.has($head.node(depth).type.name))) return true
  if ($head.depth === 0 || $head.index(-1) === 0) return false
  return $head
    .node(-1)
    .child($head.index(-1) - 1)
    .type.name.endsWith('List')
}
