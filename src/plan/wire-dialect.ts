/**
 * The two interpretations of the wire contract. Every difference between the document and the real Strapi v4 is one
 * property here, so the whole list can be read in a minute. No other code checks which dialect is served.
 */

import type { QueryStyle } from '../query/query-style.ts'

export interface WireDialect extends QueryStyle {
  readonly name: 'document' | 'strapi4'
  /** `start` and `limit` outside of `pagination` have no effect beside an offset, or where nothing is counted. */
  readonly offsetsBesidePagination: boolean
  /** `fields[0]=facts.serves` shows a part of a JSON value. */
  readonly partsOfJson: boolean
  /** Files must be of a type that their attribute allows, in bodies as well as in the panel. */
  readonly allowedTypesHold: boolean
  /** A default value that another entry has is an error; otherwise only given values have to be unique. */
  readonly defaultsAreUnique: boolean
  /** What Strapi would not find in a body is reported only if there are no other problems. */
  readonly ownProblemsLast: boolean
  /** A block under `on` that has its own populate (not `*`) keeps its scalars. */
  readonly scalarsBesidePopulateOfBlock: boolean
  /** A relation, media, component or zone named in `fields` is an error; otherwise it is ignored. */
  readonly relationInFieldsIsError: boolean
  /** `GET /api/<plural>/:id` shows drafts, whatever the value of `publicationState`. */
  readonly draftsById: boolean
  /**
   * Drafts are shown only to callers with the `findDrafts` grant on their type. The setting `api.drafts` overrides
   * this.
   */
  readonly draftsNeedRight: boolean
  /** Empty lists of media and of morph relations are lists, like all others. In Strapi they are null or absent. */
  readonly emptyListsAreLists: boolean
  /**
   * In the `related` of a file, components are listed to those tokens only that may read every type, as in Strapi; else
   * to all callers. Either way an entry that the caller may read must hold them.
   */
  readonly listedComponentsNeedRight: boolean
  /** Keys come in the order of the table's columns, instead of the order of the schema file. */
  readonly keysByColumn: boolean
  /** Where Strapi's statement joins tables, the keys that entries are sorted by come first. */
  readonly sortedKeysFirst: boolean
  /** `localizations` come in the order of their locales instead of the order in which they were linked. */
  readonly localizationsByLocale: boolean
  /**
   * Unknown operators, populate names and body keys are errors, and so are parameters that resemble a known one. If
   * false, they only cause hints.
   */
  readonly typosAreErrors: boolean
  /** `error.details` of a refused request has the hint and the code, which are in headers in any case. */
  readonly hintsInBodies: boolean
  /** Conditions in a list of values (`filters[id][0][$eq]=1`) are an error; otherwise they match nothing. */
  readonly conditionsInListsAreErrors: boolean
  /** A `uid` with a `targetField` that a new entry does not give is made from that field. */
  readonly uidsAreFilled: boolean
  /** A required text may not be empty, unless its attribute has `"minLength": 0`. */
  readonly emptyTextIsMissing: boolean
  /** For how many seconds the token that changed a password stays valid. The setting `users.passwordGrace` overrides it. */
  readonly passwordGrace: number
  /**
   * Who attaches an uploaded file to an entry needs the right to update it; otherwise the right to upload suffices. The setting
   * `api.attach` overrides this.
   */
  readonly attachingNeedsUpdate: boolean
  /** Images have a placeholder, unless the setting `media.placeholder` says otherwise. */
  readonly placeholders: boolean
  /** Files have their `placeholder` and `focalPoint` as fields; otherwise only inside `provider_metadata`. */
  readonly fileFields: boolean
  /**
   * These, and all members of formats, are shown without being named; otherwise files look as in the document. The setting
   * `media.extraFields` overrides it where there are such fields.
   */
  readonly allFileFields: boolean
  /** `fields` selects the members of one file of the library, too. In Strapi it is checked and has no effect there. */
  readonly fieldsOfOneFile: boolean
  /** `count` works for media, too. In Strapi it is ignored there. */
  readonly mediaIsCounted: boolean
}

export const WIRE_DIALECTS: Readonly<Record<WireDialect['name'], WireDialect>> = Object.freeze({
  document: Object.freeze({
    name: 'document',
    populateWithPagination: false,
    offsetsBesidePagination: false,
    partsOfJson: true,
    ownProblemsLast: false,
    allowedTypesHold: true,
    defaultsAreUnique: true,
    scalarsBesidePopulateOfBlock: false,
    relationInFieldsIsError: false,
    draftsById: false,
    draftsNeedRight: true,
    emptyListsAreLists: true,
    listedComponentsNeedRight: false,
    keysByColumn: false,
    sortedKeysFirst: false,
    localizationsByLocale: true,
    typosAreErrors: true,
    hintsInBodies: true,
    conditionsInListsAreErrors: true,
    uidsAreFilled: true,
    emptyTextIsMissing: true,
    passwordGrace: 0,
    attachingNeedsUpdate: true,
    placeholders: true,
    fileFields: true,
    fieldsOfOneFile: true,
    allFileFields: false,
    lastPathFirst: false,
    blankFieldsAreNone: true,
    wildcardsInPaths: true,
    switchesOffBelowOn: true,
    idleOptionsAreErrors: true,
    mediaIsCounted: true,
  }),
  strapi4: Object.freeze({
    name: 'strapi4',
    populateWithPagination: true,
    offsetsBesidePagination: true,
    partsOfJson: false,
    ownProblemsLast: true,
    allowedTypesHold: false,
    defaultsAreUnique: false,
    scalarsBesidePopulateOfBlock: true,
    relationInFieldsIsError: true,
    draftsById: true,
    draftsNeedRight: false,
    emptyListsAreLists: false,
    listedComponentsNeedRight: true,
    keysByColumn: true,
    sortedKeysFirst: true,
    localizationsByLocale: false,
    typosAreErrors: false,
    hintsInBodies: false,
    conditionsInListsAreErrors: false,
    uidsAreFilled: false,
    emptyTextIsMissing: false,
    passwordGrace: 300,
    attachingNeedsUpdate: false,
    placeholders: false,
    fileFields: false,
    fieldsOfOneFile: false,
    allFileFields: true,
    lastPathFirst: true,
    blankFieldsAreNone: false,
    wildcardsInPaths: false,
    switchesOffBelowOn: false,
    idleOptionsAreErrors: false,
    mediaIsCounted: false,
  }),
})

/** The dialect that a project serves. */
export function wireDialect({ dialect, drafts, attach, extraFields = false, ...given }: DialectSettings): WireDialect {
  const chosen = WIRE_DIALECTS[dialect]
  return Object.freeze({
    ...chosen,
    populateWithPagination: given.populateWithPagination ?? chosen.populateWithPagination,
    draftsNeedRight: drafts === undefined ? chosen.draftsNeedRight : drafts === 'granted',
    attachingNeedsUpdate: attach === undefined ? chosen.attachingNeedsUpdate : attach === 'granted',
    allFileFields: chosen.allFileFields || extraFields,
  })
}

interface DialectSettings {
  readonly dialect: WireDialect['name']
  readonly populateWithPagination?: boolean | undefined
  readonly drafts?: 'granted' | 'open' | undefined
  readonly attach?: 'granted' | 'open' | undefined
  /** The setting `media.extraFields`. */
  readonly extraFields?: boolean | undefined
}
