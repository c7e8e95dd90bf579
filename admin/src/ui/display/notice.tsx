import type { ReactNode } from 'react'
import { useUiTexts } from '../theme/ui-texts.ts'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

export interface NoticeProps {
  readonly look?: 'info' | 'error' | 'warning' | 'success'
  readonly children: ReactNode
}

const ICONS = { info: 'help', error: 'warning', warning: 'warning', success: 'check' } as const

/** A message inside the page. Errors are announced when they appear. */
export function Notice({ look = 'info', children }: NoticeProps): ReactNode {
  return (
    <div className={styles.notice} data-look={look} {...(look === 'error' ? { role: 'alert' } : {})}>
      <Icon name={ICONS[look]} size={18} />
      <div className="shrinks">{children}</div>
    </div>
  )
}

/** What went wrong; nothing as long as nothing did. */
export function ErrorNotice({ error }: { readonly error: unknown }): ReactNode {
  const { errorText } = useUiTexts()
  return error === null || error === undefined ? null : <Notice look="error">{errorText(error)}</Notice>
}
