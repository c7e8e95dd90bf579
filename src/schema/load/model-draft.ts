/** A model as its file describes it: the shape is right, but names are not yet checked and links not yet found. */
import type { JsonObject } from '../json-value.ts'

interface DraftBase {
  readonly uid: string
  /** The file that problems are reported for. */
  readonly file: string
  readonly tableName: string
  readonly singularName: string
  readonly displayName: string
  /** The attributes of the file. */
  readonly attributes: ReadonlyMap<string, JsonObject>
  /** What the server adds to them. */
  readonly systemAttributes: ReadonlyMap<string, JsonObject>
  readonly source: JsonObject
}

export interface TypeDraft extends DraftBase {
  readonly kind: 'type'
  readonly single: boolean
  readonly pluralName: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly populateCreatorFields: boolean
  readonly userDefined: boolean
}

export interface ComponentDraft extends DraftBase {
  readonly kind: 'component'
  readonly category: string
}

export type ModelDraft = TypeDraft | ComponentDraft

export interface SchemaDraft {
  readonly builtIn: readonly TypeDraft[]
  readonly types: readonly TypeDraft[]
  readonly components: readonly ComponentDraft[]
  /** Models whose file could not be understood; that they are missing is not worth a second message. */
  readonly unreadable: ReadonlySet<string>
}

/** All models in the order in which Strapi resolves relations; it decides who owns a link that both sides claim. */
export function modelsInOrder(draft: SchemaDraft): readonly ModelDraft[] {
  return [...draft.builtIn, ...draft.types, ...draft.components]
}

/** The attributes of the file, then those of the system. */
export function allAttributes(model: ModelDraft): ReadonlyMap<string, JsonObject> {
  return new Map([...model.attributes, ...model.systemAttributes])
}
