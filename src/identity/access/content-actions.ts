/** Names of actions: `<uid>.<action>`, such as `api::article.article.find`. */

import type { ContentType } from '../../schema/schema.ts'

/** What can be done with the entries of any content type. */
const CONTENT_ACTIONS: readonly string[] = ['find', 'findOne', 'create', 'update', 'delete']

/** Actions that read, and are limited by a list of fields. */
export const READ_ACTIONS: readonly string[] = ['find', 'findOne']

/** Lets those who may `find` ask for drafts too. */
export const DRAFTS_ACTION = 'findDrafts'

/** Actions that take values, and are limited by a list of fields to write. */
export const WRITE_ACTIONS: readonly string[] = ['create', 'update', 'createLocalization']

/** What can be done with the entries of a type: translations are made of localized ones only, and not every type has drafts. */
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
