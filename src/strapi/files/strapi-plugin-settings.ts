/** Plugins of a Strapi project that Populus has itself: what their options in `config/plugins` mean as our settings. */
import type { Project } from '../../config/sources/inspect-project.ts'
import { StartError } from '../../errors.ts'
import { isPluginOn } from '../../util/is-plugin-on.ts'
import type { StrapiFile } from './read-strapi-config.ts'
import type { StrapiSetting } from './strapi-settings.ts'

export interface PluginSources {
  /** Of `package.json`, with their major versions. */
  readonly dependencies: Project['dependencies']
  /** `config/plugins`, if the project has it. */
  readonly plugins: StrapiFile | undefined
}

const DEEP = 'strapi-plugin-populate-deep'
const SLUGIFY = 'strapi-plugin-slugify'
const CONFIG_SYNC = 'strapi-plugin-config-sync'
const TRANSFORMER = 'strapi-plugin-transformer'
/** The last version of the plugin for Strapi 4. */
const DEEP_NEWEST = 3
/** Where everything is populated, more is populated than a client would name. */
const DEEP_NODES = 2000

export function pluginSettings(sources: PluginSources): readonly StrapiSetting[] {
  return [
    ...deepSettings(sources),
    ...transformerSettings(sources),
    ...slugifyOptions(sources),
    ...configSyncSettings(sources),
  ]
}

function deepSettings({ dependencies, plugins }: PluginSources): readonly StrapiSetting[] {
  const given = member(plugins?.value, DEEP)
  if (!dependencies.has(DEEP) || !isPluginOn(given)) return []
  const place = `package.json: ${DEEP}`
  const depth = member(member(given, 'config'), 'defaultDepth')
  return [
    depth
      ? { setting: 'api.populateDeep', given: Number(depth), place: `${plugins!.file}: ${DEEP}.config.defaultDepth` }
      : { setting: 'api.populateDeep', given: 5, place },
    { setting: 'api.populateDeepVersion', given: Math.min(dependencies.get(DEEP) ?? DEEP_NEWEST, DEEP_NEWEST), place },
    { setting: 'limits.populateNodes', given: DEEP_NODES, place },
  ]
}

function transformerSettings({ dependencies, plugins }: PluginSources): readonly StrapiSetting[] {
  const config = transformerConfig(dependencies, plugins)
  if (config === undefined) return []
  const { removeAttributesKey = false, removeDataKey = false } = record(member(config, 'responseTransforms'))
  const { wrapBodyWithDataKey = false } = record(member(config, 'requestTransforms'))
  const { mode = 'none', uids = {} } = record(member(config, 'contentTypeFilter'))
  if (!removeAttributesKey && !removeDataKey && !wrapBodyWithDataKey) return []
  const given = { removeAttributesKey, removeDataKey, wrapBodyWithDataKey, mode, uids }
  return [{ setting: 'adopt.transformer', given, place: `${plugins!.file}: transformer.config` }]
}

function slugifyOptions(sources: PluginSources): readonly StrapiSetting[] {
  const config = slugifyConfig(sources)
  if (config === undefined) return []
  const { contentTypes = {}, slugifyOptions: options = {} } = config
  const { shouldUpdateSlug = false, skipUndefinedReferences = false } = config
  const given = { contentTypes, slugifyOptions: options, shouldUpdateSlug, skipUndefinedReferences }
  const place = sources.plugins === undefined ? `package.json: ${SLUGIFY}` : `${sources.plugins.file}: slugify.config`
  return [{ setting: 'adopt.slugify', given, place }]
}

function slugifyConfig({ dependencies, plugins }: PluginSources): Readonly<Record<string, unknown>> | undefined {
  const given = member(plugins?.value, 'slugify')
  return dependencies.has(SLUGIFY) && isPluginOn(given) ? record(member(given, 'config')) : undefined
}

/** What the plugin never syncs. Strapi adds a project's own list to it. */
const NEVER_SYNCED = [
  'core-store.plugin_users-permissions_grant',
  'core-store.plugin_upload_metrics',
  'core-store.plugin_upload_api-folder',
  'core-store.strapi_content_types_schema',
  'core-store.ee_information',
]

function configSyncSettings({ dependencies, plugins }: PluginSources): readonly StrapiSetting[] {
  const given = member(plugins?.value, 'config-sync')
  if (!dependencies.has(CONFIG_SYNC) || !isPluginOn(given)) return []
  const config = record(member(given, 'config'))
  const { syncDir = 'config/sync/', minify = false, soft = false, importOnBootstrap = false } = config
  const { excludedTypes = [], excludedConfig = [] } = config
  const excluded = Array.isArray(excludedConfig) ? [...new Set([...NEVER_SYNCED, ...excludedConfig])] : excludedConfig
  const options = { syncDir, minify, soft, importOnBootstrap, excludedTypes, excludedConfig: excluded }
  const place = given === undefined ? `package.json: ${CONFIG_SYNC}` : `${plugins!.file}: config-sync.config`
  return [{ setting: 'adopt.configSync', given: options, place }]
}

function transformerConfig(dependencies: Project['dependencies'], plugins: StrapiFile | undefined): unknown {
  const given = member(plugins?.value, 'transformer')
  return dependencies.has(TRANSFORMER) && isPluginOn(given) ? member(given, 'config') : undefined
}

/** Options of built-in plugins that Populus cannot honour. */
export function pluginRefusal(sources: PluginSources): StartError | undefined {
  return transformerRefusal(sources) ?? slugifyRefusal(sources)
}

/** Answers in another form than clients expect are worse than no answers. */
function transformerRefusal({ dependencies, plugins }: PluginSources): StartError | undefined {
  const config = transformerConfig(dependencies, plugins)
  const hooks = plugins?.leftOut?.filter(path => path.startsWith('transformer.config.hooks')) ?? []
  const ids = Object.keys(record(member(member(config, 'plugins'), 'ids')))
  const problems = [
    ...hooks.map(path => `${plugins!.file}: ${path} is code that changes answers; it is not run`),
    ...(ids.length === 0 ? [] : [`${plugins!.file}: transformer.config.plugins: answers of plugins cannot be changed`]),
  ]
  if (config === undefined || problems.length === 0) return undefined
  return refused(TRANSFORMER, problems)
}

/** Entries with other slugs than the plugin would give them have other addresses for good. */
function slugifyRefusal(sources: PluginSources): StartError | undefined {
  const { contentTypes, slugifyWithCount } = slugifyConfig(sources) ?? {}
  const place = `${sources.plugins?.file}: slugify.config`
  const byId = Object.entries(record(contentTypes)).filter(([, type]) =>
    [member(type, 'references')].flat().includes('id'),
  )
  const problems = [
    ...(slugifyWithCount ? [`${place}.slugifyWithCount: slugs are not counted`] : []),
    ...byId.map(([name]) => `${place}.contentTypes.${name}.references: slugs are not made from ids`),
  ]
  return problems.length === 0 ? undefined : refused(SLUGIFY, problems)
}

function refused(plugin: string, problems: readonly string[]): StartError {
  const advice = 'remove these options, or switch the plugin off with "enabled": false'
  return new StartError(`The plugin ${plugin} has options that Populus does not have`, [...problems, advice])
}

function member(value: unknown, name: string): unknown {
  return record(value)[name]
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
