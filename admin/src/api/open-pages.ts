/** The pages beside the types and Settings, and who may open them. For others they do not exist. */
import type { SchemaInfo } from '../../../src/admin-api/schema-api.ts'
import type { Session } from '../../../src/admin-api/session-api.ts'

export const OPEN_PAGES = {
  schedule: { to: '/content-manager/schedule', title: 'schedule.title', icon: 'clock' },
  trash: { to: '/content-manager/trash', title: 'history.trash', icon: 'trash' },
  activity: { to: '/activity', title: 'history.activity', icon: 'history' },
  explorer: { to: '/explorer', title: 'shell.explorer', icon: 'code' },
  insight: { to: '/insight', title: 'shell.insight', icon: 'bolt' },
} as const

export type OpenPage = keyof typeof OPEN_PAGES

export function mayOpenPage(page: OpenPage, { rights, keeps }: Session, { types }: SchemaInfo): boolean {
  const visible = types.filter(type => type.visible && type.rights.read !== false)
  switch (page) {
    case 'schedule':
      return visible.some(({ draftAndPublish }) => draftAndPublish)
    case 'trash':
      return keeps.trash && visible.length > 0
    case 'activity':
      return keeps.changes && (rights.superAdmin || rights.actions.includes('admin::audit-logs.read'))
    case 'explorer':
      return visible.some(({ apiPath }) => apiPath !== null)
    case 'insight':
      return rights.superAdmin
    default:
      return page satisfies never
  }
}
