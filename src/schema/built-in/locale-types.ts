/** Content types of Strapi 4.26.2: the languages of the content. Same attributes as in Strapi, without system attributes. */
import { type BuiltInType, HIDDEN } from './built-in-type.ts'

export const LOCALE_TYPES: readonly BuiltInType[] = [
  {
    uid: 'plugin::i18n.locale',
    content: {
      collectionName: 'i18n_locale',
      info: { singularName: 'locale', pluralName: 'locales', displayName: 'Locale' },
      options: { draftAndPublish: false },
      pluginOptions: HIDDEN,
      attributes: {
        name: { type: 'string', min: 1, max: 50, configurable: false },
        code: { type: 'string', unique: true, configurable: false },
      },
    },
  },
]
