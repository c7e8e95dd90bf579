/** Items of lists, some of which are tasks, and lists that become one where Markdown cannot keep them apart. */
import { type Editor, Extension, InputRule, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { canJoin } from '@tiptap/pm/transform'

export interface ListItemOptions {
  /** The name of a task's box. */
  readonly task: string
}

export const ListItem = Node.create<ListItemOptions>({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addOptions: () => ({ task: '' }),
  addAttributes: () => ({
    /** `null`: no task. */
    checked: {
      default: null,
      keepOnSplit: false,
      parseHTML: ({ dataset: { checked } }) => (checked === undefined ? null : checked === 'true'),
      renderHTML: ({ checked }) => (checked === null ? {} : { 'data-checked': String(checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addNodeView() {
    const { task } = this.options
    return ({ node, getPos, editor }) => itemView(node, editor, getPos, task)
  },
  addKeyboardShortcuts() {
    const { editor, name } = this
    return {
      Enter: () => {
        const isTask = typeof editor.getAttributes(name).checked === 'boolean'
        return editor.commands.splitListItem(name, isTask ? { checked: false } : {})
      },
      Tab: () => editor.commands.sinkListItem(name),
      'Shift-Tab': () => editor.commands.liftListItem(name),
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ xX]?)\]\s$/,
        handler: ({ state, range, match, chain }) => {
          const { $from } = state.selection
          if ($from.node(-1)?.type.name !== 'listItem' || $from.index(-1) !== 0) return null
          chain()
            .deleteRange(range)
            .updateAttributes('listItem', { checked: /x/i.test(match[1]!) })
            .run()
          return undefined
        },
      }),
    ]
  },
})

function itemView(first: DocumentNode, editor: Editor, getPos: () => number | undefined, label: string) {
  const dom = document.createElement('li')
  const isTask = first.attrs.checked !== null
  if (!isTask) return { dom, contentDOM: dom, update: (node: DocumentNode) => isItem(node, false) }
  const box = document.createElement('input')
  Object.assign(box, { type: 'checkbox', checked: first.attrs.checked, contentEditable: 'false' })
  box.setAttribute('aria-label', label)
  box.addEventListener('change', () => {
    const at = getPos()
    if (!editor.isEditable || at === undefined) box.checked = !box.checked
    else editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'checked', box.checked))
  })
  const contentDOM = document.createElement('div')
  dom.dataset.task = ''
  dom.append(box, contentDOM)
  const update = (node: DocumentNode) => {
    if (isItem(node, true)) box.checked = node.attrs.checked as boolean
    return isItem(node, true)
  }
  return {
    dom,
    contentDOM,
    update,
    stopEvent: (event: Event) => event.target === box,
    ignoreMutation: ignored(contentDOM),
  }
}

function isItem({ type, attrs }: DocumentNode, isTask: boolean): boolean {
  return type.name === 'listItem' && (attrs.checked !== null) === isTask
}

function ignored(content: HTMLElement) {
  return ({ target, type }: { readonly target: globalThis.Node; readonly type: string }) =>
    type !== 'selection' && !content.contains(target)
}

/** Two lists of the same kind with nothing between them are one list for every reader of Markdown. */
export const JoinedLists = Extension.create({
  name: 'joinedLists',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) =>
        transactions.some(({ docChanged }) => docChanged) ? joined(doc, tr) : null,
    }),
  ],
})

function joined(doc: DocumentNode, tr: Transaction): Transaction | null {
  const places: number[] = []
  doc.descendants((node, at, parent, index) => {
    const before = index > 0 ? parent?.child(index - 1) : undefined
    if (before !== undefined && isSameList(before, node)) places.push(at)
    return !node.isTextblock
  })
  for (const at of places.reverse()) if (canJoin(tr.doc, at)) tr.join(at)
  return tr.docChanged ? tr : null
}

function isSameList(first: DocumentNode, second: DocumentNode): boolean {
  const { name } = first.type
  if (second.type !== first.type || !name.endsWith('List')) return false
  const usual = name === 'orderedList' ? '.' : '-'
  return (first.attrs.marker ?? usual) === (second.attrs.marker ?? usual)
}
