/** The frame of every page: main menu at the side, or behind a button on small screens, and the page. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useOwnProblem } from '../../features/own/entry.ts'
import { SessionDialog } from '../../features/session/entry.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Leaf } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/inputs/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { keepFocus } from '../../ui/overlays/focus-keeper.ts'
import { prepareParts } from '../../ui/overlays/late/parts.ts'
import { whenIdle } from '../../ui/overlays/late/when-idle.ts'
import { Toasts } from '../../ui/overlays/toast.tsx'
import { Tooltips } from '../../ui/overlays/tooltip.tsx'
import { useMedium, useNarrow } from '../../ui/page/use-narrow.ts'
import { MainMenu } from './main-menu.tsx'
import { PageArrival } from './page-arrival.tsx'
import styles from './shell.module.css'
import { useQuestionMark, useShortcut } from './use-shortcut.ts'
import { useStoredLooks } from './use-stored-looks.ts'

const ContentMenu = lazy(async () => ({ default: (await import('./content-menu.tsx')).ContentMenu }))
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))
const Palette = lazy(async () => ({ default: (await import('../../features/palette/entry.ts')).Palette }))

export function Shell(): ReactNode {
  const { t } = useTexts()
  const isNarrow = useNarrow()
  const isMedium = useMedium()
  useStoredLooks()
  useOwnProblem()
  useEffect(() => whenIdle(prepareParts), [])
  useEffect(keepFocus, [])
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const path = useRouterState({ select: state => state.location.pathname })
  const hasTwoMenus = path.startsWith('/content-manager')
  useShortcut('k', () => setPaletteOpen(true))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useQuestionMark(openHelp)
  const openPalette = () => {
    setMenuOpen(false)
    setPaletteOpen(true)
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      {isNarrow ? (
        <section aria-label={t('shell.bar')} className={styles.bar}>
          <IconButton
            label={t('shell.openMenu')}
            icon="menu"
            onClick={() => setMenuOpen(true)}
            aria-haspopup="dialog"
          />
          <span className={styles.brand}>
            <Leaf size={24} />
            Populus
          </span>
          <IconButton label={t('shell.search')} icon="search" onClick={openPalette} />
        </section>
      ) : (
        <MainMenu onSearch={openPalette} onHelp={openHelp} iconsOnly={isMedium && hasTwoMenus} />
      )}
      {isNarrow ? (
        <Drawer
          title={t('shell.mainMenu')}
          side="left"
          width="min(320px, 88vw)"
          open={isMenuOpen}
          onClose={() => setMenuOpen(false)}
        >
          <MainMenu onNavigate={() => setMenuOpen(false)} onHelp={openHelp} />
          <Suspense>{hasTwoMenus ? <ContentMenu onNavigate={() => setMenuOpen(false)} /> : null}</Suspense>
        </Drawer>
      ) : null}
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Suspense>{isPaletteOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}</Suspense>
      <Suspense>{isHelpOpen ? <ShortcutList onClose={() => setHelpOpen(false)} /> : null}</Suspense>
      <SessionDialog />
      <PageArrival />
      <Tooltips />
      <Toasts />
    </div>
  )
}
