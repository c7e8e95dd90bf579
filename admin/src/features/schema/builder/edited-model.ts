/** A type or component while it is edited: what its file says, in a form that can be changed and sent. */
import type {
  ModelFile,
  ModelKindName,
  SchemaFilesInfo,
  WishedAttribute,
  WishedChange,
  WishedModel,
} from '../../../../../src/admin-api/builder-api.ts'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'

export interface AttributeDraft extends WishedAttribute {
  /** Stays the same when the attribute gets another name. */
  readonly key: string
}

export interface ModelDraft {
  readonly kind: ModelKindName
  /** Of a new model; an existing one keeps its names. */
  readonly name: string
  readonly plural: string
  readonly category: string
  readonly displayName: string
  readonly description: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly attributes: readonly AttributeDraft[]
}

/** Where an attribute belongs. */
export interface EditedModel {
  readonly draft: ModelDraft
  /** Absent: it is new. */
  readonly uid: string | undefined
  readonly files: SchemaFilesInfo
}

/** What the options of an attribute are shown and changed with. */
export interface OptionProps {
  readonly definition: JsonObject
  readonly model: EditedModel
  readonly onChange: (definition: JsonObject) => void
}

export function emptyDraft(kind: ModelKindName): ModelDraft {
  return {
    kind,
    ...{ name: '', plural: '', category: '', displayName: '', description: '' },
    ...{ draftAndPublish: false, localized: false, attributes: [] },
  }
}

export function draftOf({ kind, uid, content }: ModelFile): ModelDraft {
  const info = at(content, 'info')
  return {
    kind,
    name: kind === 'component' ? uid.split('.')[1]! : text(info.singularName),
    plural: text(info.pluralName),
    category: kind === 'component' ? uid.split('.')[0]! : '',
    displayName: text(info.displayName),
    description: text(info.description),
    draftAndPublish: at(content, 'options').draftAndPublish === true,
    localized: at(at(content, 'pluginOptions'), 'i18n').localized === true,
    attributes: Object.entries(at(content, 'attributes')).map(([name, definition]) => ({
      key: name,
      was: name,
      name,
      definition: definition as JsonObject,
    })),
  }
}

/** Without the names of the original, and with relations that the other types do not know. */
export function copyOf(model: ModelFile): ModelDraft {
  const draft = draftOf(model)
  const attributes = draft.attributes.map(({ key, name, definition }) => {
    const { inversedBy: _inversed, mappedBy: _mapped, ...kept } = definition
    return { key, name, definition: kept }
  })
  return { ...draft, name: '', plural: '', displayName: '', attributes }
}

/** What is sent. `uid` is that of an existing model. */
export function changeOf(draft: ModelDraft, uid: string | undefined): WishedChange {
  const isType = draft.kind !== 'component'
  const model: WishedModel = {
    displayName: draft.displayName,
    description: draft.description,
    ...(isType ? { draftAndPublish: draft.draftAndPublish, localized: draft.localized } : {}),
    attributes: draft.attributes.map(({ name, was, definition }) => ({
      name,
      ...(was === undefined ? {} : { was }),
      definition,
    })),
  }
  if (uid !== undefined) return { action: 'update', uid, model }
  const { kind, name, plural, category } = draft
  return {
    action: 'create',
    model: { ...model, kind, name, ...(plural === '' ? {} : { plural }), ...(isType ? {} : { category }) },
  }
}

export function isSame(one: ModelDraft, other: ModelDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `Blog post` -> `blog-post` */
export function nameFrom(displayName: string): string {
  const plain = displayName.normalize('NFKD').toLowerCase()
  const words = plain.split(/[^a-z0-9]/).filter(word => word !== '')
  return words.join('-').replace(/^[0-9-]{1,99}/, '')
}

function at(holder: JsonObject, key: string): JsonObject {
  const value = holder[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
