/** Names of actions: `<uid>.<action>`, such as `api::article.article.find`. */

/** What can be done with the entries of a content type. */
export const CONTENT_ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'] as const

/** Actions that read, and are limited by a list of fields. */
export const READ_ACTIONS: readonly string[] = ['find', 'findOne']

/** `actionName('api::article.article', 'find')` is `api::article.article.find`. */
export function actionName(uid: string, action: string): string {
  return `${uid}.${action}`
}

/** `uidOfAction('api::article.article.find')` is `api::article.article`. */
export function uidOfAction(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}
