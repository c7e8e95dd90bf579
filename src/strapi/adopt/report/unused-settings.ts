/** The settings in a Strapi project's `config` files that nothing here uses, and what that means. */

import type { ConfigName, StrapiFile } from '../../files/read-strapi-config.ts'
import type { StrapiSettings } from '../../files/read-strapi-project.ts'
import type { UnusedSetting } from '../adopt-report.ts'

interface Rule {
  readonly file: ConfigName
  readonly path: RegExp
  readonly matters: boolean
  readonly what: string
}

const rule = (file: ConfigName, path: RegExp, matters: boolean, what: string): Rule => ({ file, path, matters, what })

/** The first rule that fits counts. A setting without a rule is reported as unknown. */
const RULES: readonly Rule[] = [
  rule('server', /^app\.keys/, false, 'signs cookies of Strapi; Populus has its own'),
  rule('server', /^proxy/, true, 'name the proxies in the setting server.trustProxy'),
  rule('server', /^cron/, true, 'scheduled tasks are listed under the code of the project'),
  rule('server', /^dirs/, true, 'uploaded files are read from public/uploads of the project'),
  rule('server', /^webhooks/, true, 'webhooks are not sent'),
  rule('server', /^url$/, true, 'only a complete address can be used: set server.url'),
  rule('server', /^(emitErrors|logger|transfer|admin\.autoOpen|serveStatic)/, false, 'nothing here needs it'),
  rule('admin', /^transfer/, false, 'Populus has no transfer tokens'),
  rule('admin', /^(url|path|serveAdminPanel|host|port)/, true, 'the admin panel is under /admin of the same server'),
  rule('admin', /^auth\.(providers|events)/, true, 'administrators log in with e-mail address and password only'),
  rule(
    'admin',
    /^auth\.(options|domain|sessions)/,
    true,
    'see the settings admin.idleMinutes and admin.sessionMinutes',
  ),
  rule('admin', /^(preview|secrets)/, false, 'nothing here needs it'),
  rule('admin', /^(rateLimit|forgotPassword)/, true, 'see the settings rateLimit.*; mails have the texts of Populus'),
  rule('admin', /./, false, 'belongs to the admin panel of Strapi'),
  rule('database', /^settings/, false, 'Populus does not change the tables of Strapi'),
  rule('database', /^(connection\.)?connection\.ssl/, true, 'certificates are checked with those of the system'),
  rule('database', /./, false, 'the connection works without it'),
  rule('api', /./, false, 'nothing here needs it'),
  rule('middlewares', /^strapi::security/, true, 'Populus sends its own security headers'),
  rule('middlewares', /^strapi::cors/, true, 'CORS allows what the origin allows; see the setting cors.origin'),
  rule('middlewares', /^strapi::body/, true, 'uploads are limited by media.sizeLimit and limits.bodySize'),
  rule('middlewares', /^strapi::query/, true, 'see the settings limits.*'),
  rule('middlewares', /^strapi::ip/, true, 'addresses are not filtered: do that in the proxy'),
  rule('middlewares', /^strapi::responses/, true, 'handlers of statuses are not run'),
  rule('middlewares', /^strapi::/, false, 'Populus has its own'),
  rule('middlewares', /./, true, 'listed under the code of the project'),
  rule('plugins', /^upload\.config\.providerOptions\.localServer/, true, 'see the setting media.cacheControl'),
  rule('plugins', /^upload\.config\.actionOptions/, false, 'the provider needs no more options'),
  rule('plugins', /^upload\./, true, 'uploads do not use it'),
  rule('plugins', /^email\.config\.provider$/, false, 'mails are sent by SMTP'),
  rule('plugins', /^email\./, true, 'mails are sent by SMTP with the settings email.*'),
  rule('plugins', /^users-permissions\.config\.(layout|grant)/, false, 'belongs to the admin panel of Strapi'),
  rule('plugins', /^users-permissions\.config\.ratelimit/, true, 'see the settings rateLimit.*'),
  rule('plugins', /^users-permissions\./, true, 'users and their tokens do not use it'),
  rule('plugins', /^i18n\./, false, 'locales are those in the database'),
  rule('plugins', /./, true, 'listed under the plugins'),
]

export function unusedSettings({ files, taken }: StrapiSettings): readonly UnusedSetting[] {
  const used = new Set(taken.map(({ place }) => place))
  return (Object.entries(files) as [ConfigName, StrapiFile][]).flatMap(([name, { file, value }]) => {
    const paths =
      name === 'middlewares' ? middlewarePaths(value) : leafPaths(name === 'plugins' ? enabled(value) : value)
    const unused = paths.filter(path => !isUsed(used, file, path))
    return grouped(name, file, unused)
  })
}

/** `config/middlewares.js: strapi::cors, origin` is a place, as is `config/server.js: host`. */
function isUsed(used: ReadonlySet<string>, file: string, path: string): boolean {
  const parts = path.split('.')
  return parts.some((_, index) => {
    const place = `${file}: ${parts.slice(0, index + 1).join('.')}`
    return used.has(place) || used.has(place.replace(/^([^:]+: strapi::\w+)\./, '$1, '))
  })
}

/** Paths with the same meaning become one line. */
function grouped(name: ConfigName, file: string, paths: readonly string[]): readonly UnusedSetting[] {
  const lines = new Map<string, { paths: Set<string>; matters: boolean; what: string }>()
  for (const path of paths) {
    const found = RULES.find(({ file: of, path: pattern }) => of === name && pattern.test(path))
    const { matters, what } = found ?? { matters: true, what: 'Populus does not know it' }
    const line = lines.get(what) ?? { paths: new Set(), matters, what }
    line.paths.add(shortened(name, path))
    lines.set(what, line)
  }
  return [...lines.values()].map(({ paths: all, matters, what }) => {
    return { place: `${file}: ${[...all].join(', ')}`, matters, what }
  })
}

/** Of plugins and middlewares of others, the name is enough. */
function shortened(name: ConfigName, path: string): string {
  const parts = path.split('.')
  if (name === 'middlewares') return path.startsWith('strapi::') ? parts[0]! : path
  if (name === 'plugins' && !/^(upload|email|users-permissions)\./.test(path)) return parts[0]!
  return parts.slice(0, name === 'plugins' ? 4 : 3).join('.')
}

/** A plugin that is switched off needs no settings. */
function enabled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isOn = (given: unknown) => given !== false && (given as { enabled?: unknown } | null)?.enabled !== false
  return Object.fromEntries(Object.entries(value).filter(([, given]) => isOn(given)))
}

function leafPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return path === '' || isNothing(value) ? [] : [path]
  }
  return Object.entries(value).flatMap(([name, inner]) => leafPaths(inner, path === '' ? name : `${path}.${name}`))
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Middlewares by their names, with the paths of their settings. Strapi's own without settings do nothing worth telling. */
function middlewarePaths(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    const { name, resolve, config } = (typeof entry === 'object' && entry !== null ? entry : { name: entry }) as Record<
      string,
      unknown
    >
    const called = String(name ?? resolve)
    if (called.startsWith('strapi::')) return leafPaths(config, called)
    return [called]
  })
}
