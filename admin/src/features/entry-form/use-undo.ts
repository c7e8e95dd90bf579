/** Undo and redo in a form: by keyboard, by the buttons of its header, and from the message about what was deleted. */
import { useTexts } from '../../i18n/i18n.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { useForm } from './form-context.tsx'
import type { FormStore } from './store/form-store.ts'
import { reveal } from './store/problem-paths.ts'

export function undoIn(store: FormStore, direction: 'undo' | 'redo'): void {
  const path = store.history[direction]()
  if (path !== undefined) reveal(store, path)
}

/** ⌘Z and ⇧⌘Z, and Ctrl+Y. Where a person types, the browser or the editor undoes what was typed there. */
export function undoDirection(event: {
  readonly key: string
  readonly shiftKey: boolean
  readonly target: EventTarget | null
}): 'undo' | 'redo' | undefined {
  const key = event.key.toLowerCase()
  if ((key !== 'z' && key !== 'y') || isTyping(event.target)) return undefined
  return key === 'y' || event.shiftKey ? 'redo' : 'undo'
}

const WITHOUT_TEXT = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'range',
  'file',
  'color',
  'date',
  'time',
  'datetime-local',
])

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !target.readOnly && !WITHOUT_TEXT.has(target.type)
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

/** Says what was just done, with a button that undoes it. */
export function useUndoToast(): (message: string) => void {
  const { t } = useTexts()
  const { store } = useForm()
  return message => showUndoToast(store, message, t('common.undo'))
}

export function showUndoToast(store: FormStore, message: string, label: string): void {
  const act = store.history.last
  const undo = () => {
    const path = act === undefined ? undefined : store.history.undoOne(act)
    if (path !== undefined) reveal(store, path)
  }
  showToast({ message, ...(act === undefined ? {} : { action: { label, onClick: undo } }) })
}
