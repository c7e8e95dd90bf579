import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import styles from './content-manager.module.css'
import { ContentMenu } from './content-menu.tsx'

/** The types beside the page. On small screens they are in the drawer of the main menu. */
export function ContentManager(): ReactNode {
  const isNarrow = useNarrow()
  return (
    <div className={styles.columns}>
      {isNarrow ? null : (
        <div className={styles.side}>
          <ContentMenu />
        </div>
      )}
      <div className="grow">
        <Outlet />
      </div>
    </div>
  )
}
