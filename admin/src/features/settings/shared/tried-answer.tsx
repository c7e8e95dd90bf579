/** The answer to a request that was tried in the panel. */
import type { ReactNode } from 'react'
import { laidOut } from '../../../api/laid-out.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import styles from './tried-answer.module.css'

export interface Tried {
  readonly address: string
  readonly status: number
  readonly body: string
}

export function TriedAnswer({ address, status, body }: Tried): ReactNode {
  const { t } = useTexts()
  return (
    <section className="grid gap-3 above-4" aria-label={t('settings.answer')} aria-live="polite">
      <p>
        <code className="breaks">
          GET {address} → {status}
        </code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.answer} tabIndex={0}>
        {laidOut(body)}
      </pre>
    </section>
  )
}
