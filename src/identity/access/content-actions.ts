/** Names of actions: `<uid>.<action>`, such as `api::article.article.find`. */

import type { ContentType } from '../../schema/schema.ts'

/** Actions on the entries of any content type. */
const CONTENT_ACTIONS: readonly string[] = ['find', 'findOne', 'create', 'update', 'delete']

/** Actions that read; a field list can limit them. */
export const READ_ACTIONS: readonly string[] = ['find', 'findOne']

/** Lets callers that may `find` also ask for drafts. */
export const DRAFTS_ACTION = 'findDrafts'

/** Actions that accept values; a list of writable fields can limit them. */
export const WRITE_ACTIONS: readonly string[] = ['create', 'update', 'createLocalization']

/** Actions on the entries of a type. Only localized types have translations, and not every type has drafts. */
export function contentActions(type: ContentType | undefined): readonly string[] {
  return [
    ...CONTENT_ACTIONS,
    ...(type?.localized === true ? ['createLocalization'] : []),
    ...(type?.draftAndPublish === true ? [DRAFTS_ACTION] : []),
  ]
}

/** `actionName('api::article.article', 'find')` is `api::article.article.find`. */
export function actionName(uid: string, action: string): string {
  return `${uid}.${action}`
}

/** `uidOfAction('api::article.article.find')` is `api::article.article`. */
export function uidOfAction(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}
