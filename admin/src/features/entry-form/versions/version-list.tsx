/** The versions of an entry, the newest first: when each was saved, and by whom. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { VersionInfo } from '../../../../../src/admin-api/history-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { authorText } from '../../activity/entry.ts'
import styles from './history-page.module.css'

export interface VersionListProps {
  readonly versions: readonly VersionInfo[]
  readonly chosen: string
}

export function VersionList({ versions, chosen }: VersionListProps): ReactNode {
  const { t, date, ago } = useTexts()
  return (
    <nav aria-label={t('history.versions')} className={styles.versions}>
      <ol>
        {versions.map(({ version, savedAt, by }) => (
          <li key={version}>
            <Link
              to="."
              search={((old: object) => ({ ...old, version: String(version), with: undefined })) as never}
              className={styles.version!}
              activeProps={{}}
              aria-current={String(version) === chosen ? 'true' : undefined}
              resetScroll={false}
            >
              <span className="strong">
                {version === 'current' ? t('history.now') : savedAt === null ? t('history.unknownTime') : ago(savedAt)}
              </span>
              <span className="small soft">
                {[savedAt === null ? null : date(savedAt), authorText(by, t)].filter(text => text !== null).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
