/** The paths that a plugin answers. */
export const PLUGIN_PATHS: Readonly<Record<string, readonly string[]>> = {
  'users-permissions': ['/auth', '/users', '/users-permissions', '/connect'],
  upload: ['/upload'],
  i18n: ['/i18n'],
  email: ['/email'],
}
