/** The attributes that every content type gets in addition to those of its file, with Strapi's own definitions. */
import type { JsonObject } from '../json-value.ts'
import { ADMIN_UID } from '../schema.ts'

export interface SystemTraits {
  readonly uid: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly populateCreatorFields: boolean
}

/** In output order: createdAt, updatedAt, publishedAt, createdBy, updatedBy, localizations, locale. */
export function systemAttributes(traits: SystemTraits): ReadonlyMap<string, JsonObject> {
  const attributes = new Map<string, JsonObject>()
  attributes.set('createdAt', TIMESTAMP)
  attributes.set('updatedAt', TIMESTAMP)
  if (traits.draftAndPublish) attributes.set('publishedAt', PUBLISHED_AT)
  attributes.set('createdBy', creator(traits))
  attributes.set('updatedBy', creator(traits))
  if (traits.localized) {
    attributes.set('localizations', localizations(traits.uid))
    attributes.set('locale', LOCALE)
  }
  return attributes
}

const TIMESTAMP = Object.freeze({ type: 'datetime', writable: false })

const PUBLISHED_AT = Object.freeze({ type: 'datetime', configurable: false, writable: true, visible: false })

const LOCALE = Object.freeze({ type: 'string', writable: true, private: false, configurable: false, visible: false })

function creator(traits: SystemTraits): JsonObject {
  return Object.freeze({
    type: 'relation',
    relation: 'oneToOne',
    target: ADMIN_UID,
    configurable: false,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: !traits.populateCreatorFields,
  })
}

function localizations(uid: string): JsonObject {
  return Object.freeze({
    type: 'relation',
    relation: 'oneToMany',
    target: uid,
    writable: true,
    private: false,
    configurable: false,
    visible: false,
  })
}
