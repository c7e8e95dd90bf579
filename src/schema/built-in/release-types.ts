/** Content types of Strapi 4.26.2: planned publications. Same attributes as in Strapi, without system attributes. */
import { type BuiltInType, HIDDEN } from './built-in-type.ts'

export const RELEASE_TYPES: readonly BuiltInType[] = [
  {
    uid: 'plugin::content-releases.release',
    content: {
      collectionName: 'strapi_releases',
      info: { singularName: 'release', pluralName: 'releases', displayName: 'Release' },
      options: { draftAndPublish: false },
      pluginOptions: HIDDEN,
      attributes: {
        name: { type: 'string', required: true },
        releasedAt: { type: 'datetime' },
        scheduledAt: { type: 'datetime' },
        timezone: { type: 'string' },
        status: { type: 'enumeration', enum: ['ready', 'blocked', 'failed', 'done', 'empty'], required: true },
        actions: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'plugin::content-releases.release-action',
          mappedBy: 'release',
        },
      },
    },
  },
  {
    uid: 'plugin::content-releases.release-action',
    content: {
      collectionName: 'strapi_release_actions',
      info: { singularName: 'release-action', pluralName: 'release-actions', displayName: 'Release Action' },
      options: { draftAndPublish: false },
      pluginOptions: HIDDEN,
      attributes: {
        type: { type: 'enumeration', enum: ['publish', 'unpublish'], required: true },
        entry: { type: 'relation', relation: 'morphToOne', configurable: false },
        contentType: { type: 'string', required: true },
        locale: { type: 'string' },
        release: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::content-releases.release',
          inversedBy: 'actions',
        },
        isEntryValid: { type: 'boolean' },
      },
    },
  },
]
