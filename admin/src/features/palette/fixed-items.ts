/** What can be reached without asking the server: the actions of the open page, pages, types, and the creation of entries. */
import type { SchemaInfo } from '../../../../src/admin-api/schema-api.ts'
import type { Session } from '../../../../src/admin-api/session-api.ts'
import { mayOpenPage, OPEN_PAGES, type OpenPage } from '../../api/open-pages.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import type { IconName } from '../../ui/display/icon.tsx'
import type { PageAction } from '../../ui/page/page-actions.ts'
import { openPlaces } from '../settings/entry.ts'
import { matches } from './matches.ts'

export interface PaletteItem {
  readonly label: string
  readonly kind: string
  readonly icon: IconName
  /** Where it leads; what a page can do has none. */
  readonly address: string
  readonly run?: () => void
}

interface PaletteFacts {
  readonly session: Session
  readonly offered: readonly PageAction[]
  /** The pages of the project. */
  readonly own: readonly { readonly name: string; readonly title: string }[]
}

/** What the open page can do comes first. Without a text, types follow: that is where people go. */
export function fixedItems(
  schema: SchemaInfo,
  { session, offered, own }: PaletteFacts,
  text: string,
  t: I18n['t'],
): readonly PaletteItem[] {
  const { types } = schema
  const visible = types.filter(type => type.visible)
  const typeItems = visible.map(({ uid, kind, displayName }) => ({
    label: displayName,
    kind: t('shell.paletteType'),
    icon: 'list' as const,
    address: typeAddress(uid, kind),
  }))
  const actions = visible
    .filter(({ kind, rights }) => kind === 'collectionType' && rights.create !== false)
    .map(({ uid, kind, displayName }) => ({
      label: t('shell.paletteCreate', { name: displayName }),
      kind: t('shell.paletteAction'),
      icon: 'add' as const,
      address: `${typeAddress(uid, kind)}/create`,
    }))
  const here = offered.map(({ label, icon, run }) => ({
    label,
    kind: t('shell.paletteAction'),
    icon,
    address: `#${label}`,
    run,
  }))
  const settings = openPlaces(session).map(({ to, title, icon }) => ({
    label: t(title),
    kind: t('shell.settings'),
    icon,
    address: to,
  }))
  const allSettings: PaletteItem = {
    label: t('shell.settings'),
    kind: t('shell.palettePage'),
    icon: 'settings',
    address: '/settings',
  }
  const open = pages(t).filter(({ page }) => page === undefined || mayOpenPage(page, session, schema))
  const ownPages = own.map(({ name, title }) => ({
    label: title,
    kind: t('shell.palettePage'),
    icon: 'grid' as const,
    address: `/own/${name}`,
  }))
  const places = [...here, ...typeItems, ...open, ...(settings.length > 0 ? [allSettings] : []), ...ownPages]
  const all = [...places, ...settings, ...actions]
  return text.trim() === '' ? places : all.filter(({ label }) => matches(label, text))
}

export function typeAddress(uid: string, kind: 'collectionType' | 'singleType'): string {
  return `/content-manager/${kind === 'singleType' ? 'single-types' : 'collection-types'}/${uid}`
}

/** `page`: open to some people only. */
function pages(t: I18n['t']): readonly (PaletteItem & { readonly page?: OpenPage })[] {
  const kind = t('shell.palettePage')
  return [
    { label: t('shell.home'), kind, icon: 'home', address: '/' },
    { label: t('shell.mediaLibrary'), kind, icon: 'image', address: '/plugins/upload' },
    ...(['builder', 'schedule', 'calendar', 'releases', 'trash', 'explorer', 'insight', 'activity'] as const).map(
      page => {
        const { to, title, icon } = OPEN_PAGES[page]
        return { label: t(title), kind, icon, address: to, page }
      },
    ),
    { label: t('shell.profile'), kind, icon: 'user', address: '/me' },
  ]
}
