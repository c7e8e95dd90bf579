/** The services and controllers that Strapi 4.26.2 has in its own plug-ins. Data only: what of it is here, `strapi` knows. */

export const STRAPI_PARTS: Readonly<Record<'services' | 'controllers', Readonly<Record<string, readonly string[]>>>> = {
  services: {
    'users-permissions': ['jwt', 'providers', 'providers-registry', 'role', 'user', 'users-permissions'],
    upload: ['api-upload-folder', 'file', 'folder', 'image-manipulation', 'metrics', 'provider', 'upload'],
    email: ['email'],
    i18n: [
      ...['content-types', 'core-api', 'entity-service-decorator', 'iso-locales', 'locales', 'localizations'],
      ...['metrics', 'permissions'],
    ],
  },
  controllers: {
    'users-permissions': ['auth', 'content-manager-user', 'permissions', 'role', 'settings', 'user'],
    upload: ['admin-file', 'admin-folder', 'admin-folder-file', 'admin-settings', 'admin-upload', 'content-api'],
    email: ['email'],
    i18n: ['content-types', 'iso-locales', 'locales'],
  },
}
