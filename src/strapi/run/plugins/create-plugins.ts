/** The plug-ins that every project has, as far as its code calls them. */
import type { StrapiEntities, StrapiHost, StrapiPlugins } from '../strapi-types.ts'
import { emailPlugin } from './email-plugin.ts'
import { i18nPlugin } from './i18n-plugin.ts'
import { uploadPlugin } from './upload-plugin.ts'
import { usersPlugin } from './users-plugin.ts'

export function createPlugins(host: StrapiHost, entities: StrapiEntities): StrapiPlugins {
  return {
    'users-permissions': usersPlugin(host, entities),
    upload: uploadPlugin(host, entities),
    email: emailPlugin(host),
    i18n: i18nPlugin(entities),
  }
}
