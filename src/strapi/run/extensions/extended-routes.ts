/** The routes of the plug-ins that Populus has itself, as Strapi describes them to an extension. Data only. */

export interface PluginRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  /** `''`: the path does not begin with the plug-in's name. */
  readonly config?: { readonly prefix?: string; readonly middlewares?: readonly string[] }
}

const OPEN = { prefix: '' }
const LIMITED = { prefix: '', middlewares: ['plugin::users-permissions.rateLimit'] }

export const PLUGIN_ROUTES: Readonly<Record<string, readonly PluginRoute[]>> = {
  'users-permissions': [
    { method: 'GET', path: '/connect/(.*)', handler: 'auth.connect', config: LIMITED },
    { method: 'POST', path: '/auth/local', handler: 'auth.callback', config: LIMITED },
    { method: 'POST', path: '/auth/local/register', handler: 'auth.register', config: LIMITED },
    { method: 'GET', path: '/auth/:provider/callback', handler: 'auth.callback', config: OPEN },
    { method: 'POST', path: '/auth/forgot-password', handler: 'auth.forgotPassword', config: LIMITED },
    { method: 'POST', path: '/auth/reset-password', handler: 'auth.resetPassword', config: LIMITED },
    { method: 'GET', path: '/auth/email-confirmation', handler: 'auth.emailConfirmation', config: OPEN },
    { method: 'POST', path: '/auth/send-email-confirmation', handler: 'auth.sendEmailConfirmation', config: OPEN },
    { method: 'POST', path: '/auth/change-password', handler: 'auth.changePassword', config: LIMITED },
    { method: 'GET', path: '/users/count', handler: 'user.count', config: OPEN },
    { method: 'GET', path: '/users', handler: 'user.find', config: OPEN },
    { method: 'GET', path: '/users/me', handler: 'user.me', config: OPEN },
    { method: 'GET', path: '/users/:id', handler: 'user.findOne', config: OPEN },
    { method: 'POST', path: '/users', handler: 'user.create', config: OPEN },
    { method: 'PUT', path: '/users/:id', handler: 'user.update', config: OPEN },
    { method: 'DELETE', path: '/users/:id', handler: 'user.destroy', config: OPEN },
    { method: 'GET', path: '/roles/:id', handler: 'role.findOne' },
    { method: 'GET', path: '/roles', handler: 'role.find' },
    { method: 'POST', path: '/roles', handler: 'role.createRole' },
    { method: 'PUT', path: '/roles/:role', handler: 'role.updateRole' },
    { method: 'DELETE', path: '/roles/:role', handler: 'role.deleteRole' },
    { method: 'GET', path: '/permissions', handler: 'permissions.getPermissions' },
  ],
  upload: [
    { method: 'POST', path: '/', handler: 'content-api.upload' },
    { method: 'GET', path: '/files', handler: 'content-api.find' },
    { method: 'GET', path: '/files/:id', handler: 'content-api.findOne' },
    { method: 'DELETE', path: '/files/:id', handler: 'content-api.destroy' },
  ],
  i18n: [{ method: 'GET', path: '/locales', handler: 'locales.listLocales' }],
  email: [{ method: 'POST', path: '/', handler: 'email.send' }],
}

/** Where a route is, below the prefix of the API. */
export function pluginPath(plugin: string, { path, config }: PluginRoute): string {
  const prefix = config?.prefix === undefined ? `/${plugin}` : config.prefix
  return `${prefix}${path}`.replace(/\/$/, '') || '/'
}
