/** What the start says about settings that open more, or less, than one may expect. */
import type { Config } from '../config/config.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { MediaContext } from '../media/media-context.ts'
import type { Storage } from '../tables/open-storage.ts'

/** For a Strapi project that lost its `package.json`, or never got one here. */
const NOT_AS_STRAPI =
  'The database was made by Strapi 4, but package.json does not depend on it, so the dialect is document. To answer as Strapi does, write "dependencies": { "@strapi/strapi": "4.26.2" } into package.json, or set api.dialect to strapi4'

export function storageNotes({ strapi, api }: Config, { origin }: Storage): readonly string[] {
  return origin === 'strapi4' && !strapi && api.dialect === 'document' ? [NOT_AS_STRAPI] : []
}

export function mediaNotes({ provider: { problem } }: MediaContext, { dialect }: ContentContext): readonly string[] {
  const attaching =
    'Callers that may upload can attach files to every entry, as in Strapi; api.attach=granted asks for the right to update it'
  return [
    ...(problem === undefined ? [] : [`Files cannot be stored: ${problem}`]),
    ...(dialect.attachingNeedsUpdate ? [] : [attaching]),
  ]
}

/** In a Strapi project everybody expects it. */
export function draftNotes({ strapi }: Config, { dialect }: ContentContext): readonly string[] {
  if (strapi || dialect.draftsNeedRight) return []
  return ['Callers that may find a type can read its drafts; api.drafts=granted asks for the right findDrafts']
}
