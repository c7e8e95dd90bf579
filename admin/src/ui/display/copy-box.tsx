/** A text to copy: an address, a command, a secret. Where the browser forbids copying, the text is selected instead. */
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../inputs/button.tsx'
import { showToast } from '../overlays/toast.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './copy-box.module.css'

export interface CopyBoxProps {
  readonly label: string
  readonly text: string
}

export function CopyBox({ label, text }: CopyBoxProps): ReactNode {
  const { copy, copied } = useUiTexts()
  const box = useRef<HTMLPreElement>(null)
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ message: copied(label) })
    } catch {
      getSelection()?.selectAllChildren(box.current!)
    }
  }
  return (
    <div className="stack gap-1">
      <span className="small strong">{label}</span>
      <div className={styles.box}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre ref={box} className={styles.text} tabIndex={0}>
          {text}
        </pre>
        <IconButton label={copy(label)} icon="copy" onClick={take} />
      </div>
    </div>
  )
}
