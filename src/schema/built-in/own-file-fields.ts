/** What Populus knows about a file beyond Strapi. */

/** The key in the column `provider_metadata` under which it is kept. */
export const OWN_METADATA = 'populus'

/** Its members, which answers show as fields of the file, and their TypeScript types. */
export const OWN_FILE_FIELDS = Object.freeze({
  placeholder: '{ blur: string; color: string }',
  focalPoint: '{ x: number; y: number }',
})
