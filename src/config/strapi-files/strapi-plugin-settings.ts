/** Plugins of a Strapi project that Populus has itself: what their options in `config/plugins` mean as our settings. */
import { StartError } from '../../errors.ts'
import { isPluginOn } from '../../util/is-plugin-on.ts'
import type { StrapiFile } from './read-strapi-config.ts'
import type { StrapiSetting } from './strapi-settings.ts'

export interface PluginSources {
  /** Of `package.json`. */
  readonly dependencies: ReadonlySet<string>
  /** `config/plugins`, if the project has it. */
  readonly plugins: StrapiFile | undefined
}

const DEEP = 'strapi-plugin-populate-deep'
const TRANSFORMER = 'strapi-plugin-transformer'
/** Where everything is populated, more is populated than a client would name. */
const DEEP_NODES = 2000

export function pluginSettings(sources: PluginSources): readonly StrapiSetting[] {
  return [...deepSettings(sources), ...transformerSettings(sources)]
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

function transformerConfig(dependencies: ReadonlySet<string>, plugins: StrapiFile | undefined): unknown {
  const given = member(plugins?.value, 'transformer')
  return dependencies.has(TRANSFORMER) && isPluginOn(given) ? member(given, 'config') : undefined
}

/** Answers in another form than clients expect are worse than no answers. */
export function transformerRefusal({ dependencies, plugins }: PluginSources): StartError | undefined {
  const config = transformerConfig(dependencies, plugins)
  const hooks = plugins?.leftOut?.filter(path => path.startsWith('transformer.config.hooks')) ?? []
  const ids = Object.keys(record(member(member(config, 'plugins'), 'ids')))
  const problems = [
    ...hooks.map(path => `${plugins!.file}: ${path} is code that changes answers; it is not run`),
    ...(ids.length === 0 ? [] : [`${plugins!.file}: transformer.config.plugins: answers of plugins cannot be changed`]),
  ]
  if (config === undefined || problems.length === 0) return undefined
  const advice = 'remove these options, or switch the plugin off with "enabled": false'
  return new StartError(`The plugin ${TRANSFORMER} has options that Populus does not have`, [...problems, advice])
}

function member(value: unknown, name: string): unknown {
  return record(value)[name]
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
