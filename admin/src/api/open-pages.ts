/** The pages beside the types and Settings, and who may open them. For others they do not exist. */
import type { SchemaInfo } from '../../../src/admin-api/schema-api.ts'
import type { Session } from '../../../src/admin-api/session-api.ts'

export const OPEN_PAGES = {
  schedule: { to: '/content-manager/schedule', title: 'schedule.title', icon: 'clock' },
  releases: { to: '/content-manager/releases', title: 'releases.title', icon: 'layers' },
  calendar: { to: '/content-manager/calendar', title: 'releases.calendar', icon: 'calendar' },
  trash: { to: '/content-manager/trash', title: 'history.trash', icon: 'trash' },
  activity: { to: '/activity', title: 'history.activity', icon: 'history' },
  builder: { to: '/plugins/content-type-builder', title: 'shell.builder', icon: 'schema' },
  explorer: { to: '/explorer', title: 'shell.explorer', icon: 'code' },
  insight: { to: '/insight', title: 'shell.insight', icon: 'bolt' },
} as const

export type OpenPage = keyof typeof OPEN_PAGES

export function mayOpenPage(page: OpenPage, { rights, keeps }: Session, { types }: SchemaInfo): boolean {
  const visible = types.filter(type => type.visible && type.rights.read !== false)
  switch (page) {
    case 'schedule':
    case 'calendar':
      return visible.some(({ draftAndPublish }) => draftAndPublish)
    case 'releases':
      return visible.some(type => type.draftAndPublish && type.rights.publish !== false)
    case 'trash':
      return keeps.trash && visible.length > 0
    case 'activity':
      return keeps.changes && (rights.superAdmin || rights.actions.includes('admin::audit-logs.read'))
    case 'builder':
      return rights.superAdmin || visible.length > 0
    case 'explorer':
      return visible.some(({ apiPath }) => apiPath !== null)
    case 'insight':
      return rights.superAdmin
    default:
      return page satisfies never
  }
}
