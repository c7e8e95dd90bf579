import type { ReactNode } from 'react'
import type { ChangedFile } from '../../../../../src/admin-api/builder-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import styles from './builder.module.css'
import { lineDiff } from './line-diff.ts'

const SIGNS = { same: ' ', added: '+', removed: '-', left: '…' } as const

/** What changes in a file, line by line. */
export function FileDiff({ file: { path, before, after } }: { readonly file: ChangedFile }): ReactNode {
  const { t } = useTexts()
  const state = before === null ? 'builder.newFile' : after === null ? 'builder.removedFile' : 'builder.changedFile'
  return (
    <div className="stack gap-1">
      <div className="row wrap gap-2">
        <code className="small breaks">{path}</code>
        <Badge look={before === null ? 'good' : after === null ? 'bad' : 'changed'}>{t(state)}</Badge>
      </div>
      <Code label={path}>
        {lineDiff(before ?? '', after ?? '').map(({ kind, text, at }) => (
          <span key={at} className={styles.diffLine} data-kind={kind}>
            {`${SIGNS[kind]} ${text}\n`}
          </span>
        ))}
      </Code>
    </div>
  )
}

/** It scrolls inside itself. */
export function Code({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  )
}
