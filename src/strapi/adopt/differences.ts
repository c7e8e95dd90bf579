/**
 * Where Populus answers otherwise than Strapi v4 on purpose, in the dialect `strapi4`. The report names those that matter
 * for a project, `adopt compare` those that explain a difference. `docs/reference/strapi-differences.md` has a section for
 * each id; a test compares the two.
 */

export const DIFFERENCES = Object.freeze({
  passwords: 'Attributes of type password are never answered, and cannot be used in fields, filters or sort.',
  'bad-input': 'Input that makes Strapi answer 500 is answered with 400 and the name of the parameter, or just works.',
  order: 'Lists without a sort, and entries that are equal in it, come in the order of their ids.',
  'key-order': 'A key only ever shows its own value, never that of what the entries are sorted by.',
  'page-size': 'A page has at most 100 entries unless the setting api.maxLimit says otherwise.',
  'nested-pages': 'A limit inside populate counts for each parent, not for all parents together.',
  limits: 'Every query has limits of cost, size and time; the error names the limit and its setting.',
  drafts: 'Drafts do not come out through dynamic zones and morph relations.',
  search: '_q does not search private fields.',
  hidden: 'What the caller may not read is neither answered through morph relations nor usable in a query.',
  'morph-populate': 'populate below a relation to entries of any type works in all of its forms.',
  'empty-selection': 'A selection of fields of which nothing is left answers only the id.',
  groups: 'Filters with $or or $and below two relations do not overwrite each other.',
  'big-integers': 'Big integers are exact on SQLite; Strapi rounds those beyond 9007199254740991.',
  decimals: 'Decimals are rounded to two digits on SQLite, as on PostgreSQL.',
  ids: 'An id that is not a whole number is answered with 404.',
  files: 'The list of entries in which a file is used has only entries that the caller may read.',
  users: 'A new password ends the other tokens and codes of the user; codes expire.',
  headers: 'There is no X-Powered-By header, and every answer to a GET has an ETag.',
  'code-not-run': 'Routes whose code is not run answer 501.',
  'related-order': 'Related entries without a stored position, or with the same one, come in the order of their rows.',
  'time-zone': 'Date-times on PostgreSQL are read in the time zone of the setting database.timezone.',
  'signed-addresses': 'Addresses of private files have a signature and an expiry of their own in each answer.',
  creators: 'createdBy and updatedBy are answered only if the type has populateCreatorFields.',
})

export type DifferenceId = keyof typeof DIFFERENCES
