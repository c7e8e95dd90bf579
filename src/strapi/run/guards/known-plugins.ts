/**
 * The plugins that Strapi v4 projects use most, and what becomes of each of them here. Data only: `list-plugins` says
 * which of them a project has.
 */

/**
 * - `builtIn`: Populus does the same itself, or reads what the plugin stored.
 * - `ignored`: clients see no difference without it.
 * - `blocks`: it answers requests, or changes answers or stored values, and nothing here does that instead.
 */
export type PluginFate = 'builtIn' | 'ignored' | 'blocks'

export interface KnownPlugin {
  /** The npm package. */
  readonly name: string
  /** Its key in `config/plugins`. */
  readonly key: string
  readonly fate: PluginFate
  /** What that means for the project, as a sentence. */
  readonly what: string
}

const BUILT_IN: readonly KnownPlugin[] = [
  builtIn('@strapi/plugin-users-permissions', 'Users, roles and permissions are the same tables and routes.'),
  builtIn('@strapi/plugin-i18n', 'Locales and translations are the same tables and parameters.'),
  builtIn('@strapi/plugin-upload', 'Files, folders and formats are the same tables and routes.'),
  builtIn('@strapi/plugin-email', 'Mail is sent over SMTP.'),
  builtIn('@strapi/plugin-content-manager', 'The panel of Populus shows and changes entries.'),
  builtIn('@strapi/plugin-content-type-builder', 'Its routes are answered; content types are files.'),
  builtIn('strapi-plugin-populate-deep', 'populate=deep works, within the limits.'),
  builtIn('strapi-plugin-transformer', 'Bodies have the form that its options ask for.'),
  builtIn('strapi-plugin-slugify', 'Slugs are filled, and /api/slugify is answered.'),
  builtIn('strapi-plugin-config-sync', 'populus config-sync imports and exports its files.'),
  builtIn('@strapi/plugin-color-picker', 'Its field is a string.'),
  builtIn('@ckeditor/strapi-plugin-ckeditor', 'Its field is rich text; the panel shows a plain editor.'),
  builtIn('@_sh/strapi-plugin-ckeditor', 'Its field is rich text; the panel shows a plain editor.'),
  builtIn('strapi-plugin-ckeditor5', 'Its field is rich text; the panel shows a plain editor.'),
  builtIn('@sklinet/strapi-plugin-tinymce', 'Its field is rich text; the panel shows a plain editor.'),
  builtIn('strapi-plugin-multi-select', 'Its field is a list in JSON.'),
  builtIn('strapi-plugin-tagsinput', 'Its field is a list in JSON.'),
  builtIn('strapi-plugin-oembed', 'Its field is JSON; new addresses are not looked up.'),
]

const IGNORED: readonly KnownPlugin[] = [
  ignored('@strapi/plugin-cloud', 'It deploys to Strapi Cloud.'),
  ignored('@strapi/plugin-documentation', 'Its pages are not served; /api/openapi.json describes the API instead.'),
  ignored('@strapi/plugin-sentry', 'Errors are in the log and are not sent to Sentry.'),
  ignored('@strapi/plugin-seo', 'It only adds hints to the panel; its components are files of the project.'),
  ignored('strapi-plugin-rest-cache', 'Answers are cached without it, and are never stale.'),
  ignored('strapi-plugin-redis', 'It only connects other plugins to Redis.'),
  ignored('strapi-plugin-import-export-entries', 'Use populus import and populus export, or the lists of the panel.'),
  ignored('strapi-plugin-notes', 'It only adds notes to the panel; its entries stay in the database.'),
  ignored('strapi-plugin-entity-relationship-chart', 'It only adds a page to the panel.'),
  ignored('strapi-plugin-translate', 'It only adds a button to the panel.'),
  ignored('strapi-plugin-preview-button', 'It only adds a button to the panel.'),
  ignored('strapi-plugin-duplicate-button', 'It only adds a button to the panel.'),
  ignored('strapi-plugin-react-icons', 'It only adds a field to the panel; the value is a string.'),
  ignored('strapi-plugin-schemas-to-ts', 'Use populus types.'),
  ignored('strapi-content-type-explorer', 'It only adds a page to the panel.'),
  ignored('strapi-prometheus', 'The setting metrics.enabled serves figures under /metrics.'),
]

const BLOCKS: readonly KnownPlugin[] = [
  blocks('@strapi/plugin-graphql', '/graphql is not answered; ask the same of the REST API.'),
  blocks('strapi-plugin-sitemap', '/sitemap/index.xml is not answered; let the website make it from a list of slugs.'),
  blocks('strapi-plugin-navigation', '/api/navigation is not answered; use a content type with a relation to itself.'),
  blocks('strapi-plugin-menus', '/api/menus is not answered.'),
  blocks('strapi-plugin-comments', '/api/comments is not answered.'),
  blocks('strapi-plugin-redirects', '/api/redirects is not answered.'),
  blocks('strapi-plugin-webtools', '/api/webtools is not answered, and addresses of new entries are not filled.'),
  blocks(
    'strapi-plugin-fuzzy-search',
    '/api/fuzzy-search is not answered; use _q, or search for types that have a search index.',
  ),
  blocks('strapi-plugin-meilisearch', 'Changes are not sent to the search index.'),
  blocks('strapi-plugin-strapi-algolia', 'Changes are not sent to the search index.'),
  blocks(
    'strapi-plugin-elasticsearch',
    'Changes are not sent to the search index, and /api/elasticsearch is not answered.',
  ),
  blocks('strapi-plugin-publisher', 'Entries are not published at its times; set the times in the panel.'),
  blocks(
    'strapi-plugin-email-designer',
    'Mails with its templates are not sent; send them with the service email of the plugin email.',
  ),
  blocks(
    '@offset-dev/strapi-calendar',
    'Its calendar and /api/calendar are not there; ask the entries by their dates.',
  ),
  blocks('strapi-plugin-update-static-content', 'Changes do not start a build of the website; let a webhook start it.'),
  blocks('strapi-plugin-website-builder', 'Changes do not start a build of the website; let a webhook start it.'),
  blocks('strapi-plugin-passwordless', '/api/passwordless is not answered.'),
  blocks('strapi-plugin-sso', 'Its providers are not used; set up admin.singleSignOn.'),
  blocks('strapi-plugin-io', 'Its sockets are not there; live queries tell clients of changes.'),
  blocks(
    'strapi-plugin-soft-delete',
    'Its marks are not understood: entries that it has deleted are answered. New deletions go to the trash, where Populus may keep one.',
  ),
  blocks('strapi-plugin-encryptable-field', 'Values are stored and answered as they are.'),
  blocks('strapi-plugin-placeholder', 'New images have no placeholder of its kind; media.placeholder makes others.'),
  blocks('strapi-blurhash', 'New images have no blurhash.'),
  blocks('strapi-plugin-local-image-sharp', 'Its parameters in addresses of images are not understood.'),
  blocks('strapi-advanced-uuid', 'Empty fields are not filled with a UUID.'),
  blocks('@notum-cz/strapi-plugin-content-versioning', 'Answers contain all versions of an entry.'),
  blocks('strapi-stripe', '/api/strapi-stripe is not answered; call Stripe in a controller of the project.'),
]

/** By package. */
export const KNOWN_PLUGINS: ReadonlyMap<string, KnownPlugin> = new Map(
  [...BUILT_IN, ...IGNORED, ...BLOCKS].map(plugin => [plugin.name, Object.freeze(plugin)]),
)

function builtIn(name: string, what: string): KnownPlugin {
  return { name, key: keyOf(name), fate: 'builtIn', what }
}

function ignored(name: string, what: string): KnownPlugin {
  return { name, key: keyOf(name), fate: 'ignored', what }
}

function blocks(name: string, what: string): KnownPlugin {
  return { name, key: keyOf(name), fate: 'blocks', what }
}

/** `keyOf('strapi-plugin-rest-cache')` is `rest-cache`. One plugin has the name of its package. */
export function keyOf(name: string): string {
  if (name === 'strapi-plugin-populate-deep') return name
  return name.replace(/^(@strapi\/plugin-|(@[^/]+\/)?strapi-plugin-)/, '')
}
