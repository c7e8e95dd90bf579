/** A place to drop files on, which is also a button that opens the browser's own dialog. */
import { type ReactNode, useRef } from 'react'
import { Icon } from '../display/icon.tsx'
import styles from './drop-area.module.css'
import { useDrop } from './use-drop.ts'

export interface DropAreaProps {
  readonly label: string
  readonly multiple: boolean
  /** How much is sent, from 0 to 1; `null` if nothing is on its way. */
  readonly busy: number | null
  readonly onFiles: (files: readonly File[]) => void
  /** What a click does instead of opening the browser's dialog. */
  readonly onClick?: () => void
  readonly disabled?: boolean
  readonly children?: ReactNode
}

export function DropArea({ label, multiple, busy, onFiles, onClick, disabled, children }: DropAreaProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const drop = useDrop(onFiles, disabled)
  return (
    <div className={styles.area} {...drop}>
      {children}
      <button
        type="button"
        className={styles.button}
        disabled={disabled}
        onClick={() => (onClick ?? (() => input.current?.click()))()}
      >
        <Icon name="upload" size={18} />
        <span>{label}</span>
      </button>
      {busy === null ? null : <progress className={styles.progress} value={busy} max={1} aria-label={label} />}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        onChange={event => {
          if (event.currentTarget.files !== null) onFiles([...event.currentTarget.files])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
