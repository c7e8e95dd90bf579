/** A model as its file describes it. The shape is right, but names are not checked and links not resolved yet. */
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
  /** The attributes that the server adds. */
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
  /** Models whose file could not be read. References to them cause no second message. */
  readonly unreadable: ReadonlySet<string>
}

/** All models in the order in which Strapi resolves relations. It decides who owns a link that both sides claim. */
export function modelsInOrder(draft: SchemaDraft): readonly ModelDraft[] {
  return [...draft.builtIn, ...draft.types, ...draft.components]
}

/** The attributes of the file, then those of the system. */
export function allAttributes(model: ModelDraft): ReadonlyMap<string, JsonObject> {
  return new Map([...model.attributes, ...model.systemAttributes])
}
