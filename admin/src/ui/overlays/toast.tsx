/**
 * Short messages at the edge of the page, read aloud when they come. Errors stay until they are closed, and the others as long as
 * somebody is there with the pointer or the focus.
 */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../display/icon.tsx'
import { IconButton } from '../inputs/button.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './toast.module.css'

export interface ToastInput {
  /** Words, or an error that has them. */
  readonly message: unknown
  readonly look?: 'success' | 'error' | 'info'
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

interface Toast extends ToastInput {
  readonly id: number
}

const SECONDS = 6

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(input: ToastInput): void {
  lastId += 1
  const toast = { ...input, id: lastId }
  // What works now is no problem any more.
  const others =
    input.look === undefined || input.look === 'success' ? toasts.filter(({ look }) => look !== 'error') : toasts
  change([...others, toast].slice(-4))
}

/** For what a person asked for and did not get. */
export function showError(error: unknown): void {
  showToast({ message: error, look: 'error' })
}

/** A window that opens would have them on its buttons where the page is small. Errors and what can be undone stay. */
export function closeGoodNews(): void {
  change(toasts.filter(({ look, action }) => look === 'error' || action !== undefined))
}

function closeToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const store = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => toasts,
}

const ICONS = { success: 'check', error: 'warning', info: 'help' } as const

/** Once per page, in a landmark of its own. */
export function Toasts(): ReactNode {
  const { messages } = useUiTexts()
  const shown = useSyncExternalStore(store.subscribe, store.get)
  return createPortal(
    <section className={styles.toasts} aria-label={messages} aria-live="polite">
      {shown.map(toast => (
        <Message key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  )
}

function Message({ toast: { id, message, look = 'success', action } }: { readonly toast: Toast }): ReactNode {
  const { close, errorText } = useUiTexts()
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const stays = look === 'error' || isPointed || hasFocus
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => closeToast(id), SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [stays, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it can be neither pressed nor typed at; it waits for those who are there
    <div
      className={styles.toast}
      data-toast
      data-look={look}
      role={look === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <span className={styles.icon}>
        <Icon name={ICONS[look]} />
      </span>
      <p>{typeof message === 'string' ? message : errorText(message)}</p>
      {action === undefined ? null : (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label={close} icon="close" size="small" onClick={() => closeToast(id)} />
    </div>
  )
}
