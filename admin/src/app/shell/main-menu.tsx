import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { mayOpenPage, OPEN_PAGES, type OpenPage } from '../../api/open-pages.ts'
import { personName } from '../../api/person-name.ts'
import { initQuery, schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useOwnPlaces } from '../../features/own/entry.ts'
import { goTo } from '../../features/session/entry.ts'
import { hasSettings } from '../../features/settings/entry.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Brand } from '../../ui/display/brand.tsx'
import { Icon, type IconName } from '../../ui/display/icon.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import styles from './main-menu.module.css'

/** Open to some people only. */
const PAGES = (['builder', 'explorer', 'insight', 'activity'] as const).map(page => {
  const { to, title: key, icon } = OPEN_PAGES[page]
  return { to, key, icon, page }
})

const PLACES = [
  { to: '/content-manager', key: 'shell.contentManager', icon: 'edit' },
  { to: '/plugins/upload', key: 'shell.mediaLibrary', icon: 'image' },
  ...PAGES,
  { to: '/settings', key: 'shell.settings', icon: 'settings' },
] as const satisfies readonly { to: string; key: string; icon: IconName; page?: OpenPage }[]

export interface MainMenuProps {
  /** Absent where the button for it is elsewhere. */
  readonly onSearch?: () => void
  /** When a place was chosen: for menus that are open over the page. */
  readonly onNavigate?: (() => void) | undefined
  /** Shows what the keyboard does. */
  readonly onHelp: () => void
  /** The words become tooltips, where a second menu is beside this one. */
  readonly iconsOnly?: boolean
}

export function MainMenu({ onSearch, onNavigate, onHelp, iconsOnly = false }: MainMenuProps): ReactNode {
  const { t } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const { data: init } = useQuery(initQuery)
  const places = PLACES.filter(place =>
    'page' in place ? mayOpenPage(place.page, session, schema) : place.to !== '/settings' || hasSettings(session),
  )
  const own = useOwnPlaces('pages')
  const word = iconsOnly ? 'visually-hidden' : undefined
  return (
    <nav
      aria-label={t('shell.mainMenu')}
      className={styles.menu}
      data-alone={onSearch !== undefined || undefined}
      data-icons={iconsOnly || undefined}
    >
      <Link to="/" className={styles.brand} onClick={onNavigate}>
        <Brand brand={init?.brand} size={26}>
          <span className={word}>
            {init?.brand.name ?? 'Populus'} <span className="visually-hidden">{t('shell.home')}</span>
          </span>
        </Brand>
      </Link>
      {onSearch === undefined ? null : (
        <Hint label={`${t('shell.search')} (${searchKeys()})`} shown={iconsOnly}>
          <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Meta+K Control+K">
            <Icon name="search" size={18} />
            <span className={word}>{t('shell.search')}</span>
            <span className={styles.keys} aria-hidden="true">
              {searchKeys()}
            </span>
          </button>
        </Hint>
      )}
      <ul className="stack gap-0">
        {places.map(({ to, key, icon }) => (
          <li key={to}>
            <Hint label={t(key)} shown={iconsOnly}>
              <Link to={to} className={styles.place} onClick={onNavigate} activeProps={{ 'aria-current': 'page' }}>
                <Icon name={icon} />
                <span className={word}>{t(key)}</span>
              </Link>
            </Hint>
          </li>
        ))}
        {own.map(({ name, title }) => (
          <li key={name}>
            <Hint label={title} shown={iconsOnly}>
              <Link
                to="/own/$name"
                params={{ name }}
                className={styles.place}
                onClick={onNavigate}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon name="grid" />
                <span className={word}>{title}</span>
              </Link>
            </Hint>
          </li>
        ))}
      </ul>
      <Account {...{ onNavigate, onHelp, iconsOnly }} />
    </nav>
  )
}

function Hint({
  label,
  shown,
  children,
}: {
  readonly label: string
  readonly shown: boolean
  readonly children: ReactElement
}) {
  return shown ? <Tooltip label={label}>{children}</Tooltip> : children
}

function Account({ onNavigate, onHelp, iconsOnly }: Omit<MainMenuProps, 'onSearch'>): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(sessionQuery)
  const { data: init } = useQuery(initQuery)
  const name = personName(data.administrator)
  const openProfile = () => {
    onNavigate?.()
    navigate({ to: '/me' })
  }
  const help = () => {
    onNavigate?.()
    onHelp()
  }
  const signOut = async () => {
    await call('POST /logout', { renew: false }).catch(() => {})
    goTo('/admin/auth/login')
  }
  const target = (
    <button type="button" className={styles.account} aria-label={t('shell.account', { name })}>
      <span className={styles.initials} data-initials={initials(name)} />
      <span className={iconsOnly ? 'visually-hidden' : 'clip grow'}>{name}</span>
      <Icon name="chevronDown" size={16} />
    </button>
  )
  return (
    <Menu
      target={target}
      side="start"
      items={[
        { label: t('shell.profile'), icon: 'user', onClick: openProfile },
        { label: t('shell.shortcuts'), icon: 'bolt', onClick: help },
        ...(init?.features.docs === true
          ? [
              {
                label: t('shell.docs'),
                icon: 'help' as const,
                onClick: () => void window.open('/docs/', '_blank', 'noopener'),
              },
            ]
          : []),
        { label: t('shell.logout'), icon: 'signOut', danger: true, onClick: signOut },
      ]}
    />
  )
}

const searchKeys = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K')

/** - `Ana Lee` gives `AL` */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(word => word !== '')
  return (words.length > 1 ? `${words[0]![0]}${words.at(-1)![0]}` : name.slice(0, 2)).toUpperCase()
}
