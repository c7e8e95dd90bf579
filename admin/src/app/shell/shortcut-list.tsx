/** What the keyboard does. `?` opens it wherever nobody is typing. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import type { TextKey } from '../../i18n/texts.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './shortcut-list.module.css'
import { isMac } from './use-shortcut.ts'

const SHORTCUTS = [
  [
    'shell.everywhere',
    [
      ['shell.paletteTitle', ['mod', 'K']],
      ['shell.shortcuts', ['?']],
    ],
  ],
  [
    'shell.inForm',
    [
      ['common.save', ['mod', 'S']],
      ['form.publish', ['mod', 'Enter']],
      ['common.undo', ['mod', 'Z']],
      ['form.redo', ['mod', 'Shift', 'Z']],
      ['shell.nextProblem', ['mod', '.']],
    ],
  ],
] as const satisfies readonly (readonly [TextKey, readonly (readonly [TextKey, readonly string[]])[]])[]

export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const keyName = (key: string) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key)
  return (
    <Dialog title={t('shell.shortcuts')} size="small" onClose={onClose}>
      <div className="stack gap-4">
        {SHORTCUTS.map(([heading, rows]) => (
          <section key={heading}>
            <h3 className="strong below-2">{t(heading)}</h3>
            <dl className={styles.rows}>
              {rows.map(([name, keys]) => (
                <div key={name} className={styles.row}>
                  <dt>{t(name)}</dt>
                  <dd className="row gap-1">
                    {keys.map(key => (
                      <kbd key={key} className={styles.key}>
                        {keyName(key)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
