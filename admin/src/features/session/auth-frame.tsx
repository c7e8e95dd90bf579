/** The page around a form of this folder: the leaf, a title, the form, and the choice of language. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { isLanguage, LANGUAGES } from '../../i18n/languages.ts'
import { Brand } from '../../ui/display/brand.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useTabTitle } from '../../ui/page/use-tab-title.ts'
import styles from './auth-frame.module.css'
import { useInit } from './use-init.ts'

export interface AuthFrameProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly children: ReactNode
}

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))

export function AuthFrame({ title, lead, children }: AuthFrameProps): ReactNode {
  const { t, language, setLanguage } = useTexts()
  const { init } = useInit()
  useTabTitle(title)
  return (
    <div className={styles.frame}>
      <header className="row gap-2 leaf heavy large">
        <Brand brand={init?.brand} size={32}>
          <span>{init?.brand.name ?? 'Populus'}</span>
        </Brand>
      </header>
      <main className={styles.panel}>
        <h1 className="title">{title}</h1>
        {lead === undefined ? null : <p className="soft above-1">{lead}</p>}
        {children}
      </main>
      <footer className={styles.language}>
        <Select
          label={t('common.language')}
          hideLabel
          size="small"
          options={OPTIONS}
          value={language}
          onChange={value => isLanguage(value) && setLanguage(value)}
        />
      </footer>
    </div>
  )
}

/** Below a form that somebody opened by mistake. */
export function LogInLink(): ReactNode {
  const { t } = useTexts()
  return (
    <p className="small above-4 centered">
      <a href="/admin/auth/login">{t('session.toLogin')}</a>
    </p>
  )
}
