/** The parts of a plugin with the file that each comes from: one that cannot run closes itself, and not the whole plugin. */
import type { ModuleLoader } from './module-loader.ts'
import type { PluginServer } from './plugin-server.ts'

const LISTS = ['controllers', 'services', 'policies', 'middlewares'] as const
const MOMENTS = ['register', 'bootstrap', 'destroy'] as const

export interface PluginPart {
  readonly kind: (typeof LISTS)[number] | (typeof MOMENTS)[number] | 'lifecycles'
  /** Of a controller, a service, ...; of the content type that has lifecycles. */
  readonly name: string
  readonly value: unknown
  /** The file that exports it; that of the plugin if none does. */
  readonly file: string
}

export function pluginParts(file: string, server: PluginServer, loader: ModuleLoader): readonly PluginPart[] {
  const files = loader.filesOf(file).filter(path => !path.endsWith('.json'))
  const fileOf = new Map(files.map(path => [loader.load(path), path]))
  const part = (kind: PluginPart['kind'], name: string, value: unknown): PluginPart => ({
    ...{ kind, name, value },
    file: fileOf.get(value) ?? file,
  })
  return [
    ...LISTS.flatMap(kind => Object.entries(server[kind]).map(([name, value]) => part(kind, name, value))),
    ...Object.entries(server.contentTypes).flatMap(([name, { lifecycles }]) =>
      lifecycles === undefined ? [] : [part('lifecycles', name, lifecycles)],
    ),
    ...MOMENTS.map(kind => part(kind, '', server[kind])),
  ]
}
