/** What can be reached without asking the server: pages, types, and the creation of entries. */
import type { SchemaInfo } from '../../../../src/admin-api/schema-api.ts'
import type { Rights } from '../../../../src/admin-api/session-api.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import type { IconName } from '../../ui/display/icon.tsx'
import { openPlaces } from '../settings/entry.ts'

export interface PaletteItem {
  readonly label: string
  readonly kind: string
  readonly icon: IconName
  readonly address: string
}

/** Without a text, types come first: that is where people go. */
export function fixedItems({ types }: SchemaInfo, rights: Rights, text: string, t: I18n['t']): readonly PaletteItem[] {
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
  const wanted = text.trim().toLowerCase()
  const settings = openPlaces(rights).map(({ to, title, icon }) => ({
    label: t(title),
    kind: t('shell.settings'),
    icon,
    address: to,
  }))
  const all = [...typeItems, ...pages(t), ...settings, ...actions]
  return wanted === '' ? [...typeItems, ...pages(t)] : all.filter(({ label }) => label.toLowerCase().includes(wanted))
}

export function typeAddress(uid: string, kind: 'collectionType' | 'singleType'): string {
  return `/content-manager/${kind === 'singleType' ? 'single-types' : 'collection-types'}/${uid}`
}

function pages(t: I18n['t']): readonly PaletteItem[] {
  const kind = t('shell.palettePage')
  return [
    { label: t('shell.home'), kind, icon: 'home', address: '/' },
    { label: t('shell.mediaLibrary'), kind, icon: 'image', address: '/plugins/upload' },
    { label: t('shell.builder'), kind, icon: 'schema', address: '/plugins/content-type-builder' },
    { label: t('shell.settings'), kind, icon: 'settings', address: '/settings' },
    { label: t('shell.profile'), kind, icon: 'user', address: '/me' },
  ]
}
