/** The body of an answer, laid out. */
import type { ReactNode } from 'react'
import { laidOut } from '../../api/laid-out.ts'
import styles from './explain.module.css'

export interface AnswerTextProps {
  readonly label: string
  readonly body: string
}

export function AnswerText({ label, body }: AnswerTextProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.body} tabIndex={0} aria-label={label}>
      {laidOut(body)}
    </section>
  )
}
