/** Puts the loaded files where `strapi` finds them. A file that must not run leaves an error in its place. */
import { PopulusError } from '../../../errors.ts'
import { fileKey } from '../../../schema/snake-case.ts'
import type { StrapiRegistries } from '../strapi-object.ts'
import type { Lifecycles, StrapiModels } from '../strapi-types.ts'
import type { LoadedCode, LoadedFile, LoadedPlugin } from './load-code.ts'

export interface RegisterInput {
  readonly code: LoadedCode
  readonly registries: StrapiRegistries
  readonly models: StrapiModels
  /** Files that must not run: they cannot be loaded, or use what does not exist here. */
  readonly isRefused: (file: string) => boolean
}

export function registerCode(input: RegisterInput): void {
  const { code, registries, isRefused } = input
  const usable = (file: LoadedFile): unknown => (isRefused(file.file) ? refusing(file.file) : file.value)
  for (const api of code.apis) {
    const namespace = `api::${api.name}`
    const add = (files: readonly LoadedFile[], registry: keyof StrapiRegistries, value = usable) =>
      registries[registry].add(namespace, Object.fromEntries(files.map(file => [file.name, value(file)])))
    add(api.controllers, 'controllers')
    add(api.services, 'services')
    // A policy or middleware that must not run does not exist: the routes that name it are closed.
    add(
      api.policies.filter(({ file }) => !isRefused(file)),
      'policies',
      ({ value }) => value,
    )
    add(
      api.middlewares.filter(({ file }) => !isRefused(file)),
      'middlewares',
      ({ value }) => value,
    )
  }
  for (const kind of ['policies', 'middlewares'] as const) {
    const files = code[kind].filter(({ file }) => !isRefused(file))
    registries[kind].add('global::', Object.fromEntries(files.map(({ name, value }) => [name, value])))
  }
  for (const plugin of code.plugins) registerPlugin(plugin, input)
  addUnwritten(input)
}

function registerPlugin({ name, file, parts }: LoadedPlugin, { registries, isRefused }: RegisterInput): void {
  for (const { kind, name: part, value, file: own } of parts) {
    if (!(kind in registries)) continue
    const refused = [file, own].find(isRefused)
    if (refused === undefined) registries[kind as keyof StrapiRegistries].set(`plugin::${name}.${part}`, value)
    else if (kind === 'controllers' || kind === 'services')
      registries[kind].set(`plugin::${name}.${part}`, refusing(refused))
  }
}

const refusing = (file: string) => () => {
  throw new PopulusError('guardNotRun', { file })
}

/** Files that could not be loaded have left nothing, but their names. */
function addUnwritten({ code, registries }: RegisterInput): void {
  for (const file of code.failed.keys()) {
    const [, api, part, name] = /^src\/api\/([^/]+)\/(controllers|services)\/(.+)\.[jt]s$/.exec(file) ?? []
    if (api === undefined) continue
    registries[part as 'controllers' | 'services'].set(`api::${fileKey(api)}.${fileKey(name!)}`, refusing(file))
  }
}

/** Lifecycle files listen first, before anything that code subscribes. */
export function subscribeLifecycles(lifecycles: Lifecycles, { code, models, isRefused }: RegisterInput): void {
  const files = [
    ...code.apis.flatMap(api => api.lifecycles.map(file => ({ ...file, uid: `api::${api.name}.${file.name}` }))),
    ...code.pluginLifecycles.map(file => ({ ...file, uid: file.name })),
  ]
  for (const { name, file, parts } of code.plugins) {
    for (const part of parts.filter(({ kind }) => kind === 'lifecycles')) {
      const refused = [file, part.file].find(isRefused)
      files.push({ ...part, file: refused ?? part.file, uid: `plugin::${name}.${part.name}` })
    }
  }
  for (const { file, value, uid } of files) {
    if (models.contentTypes[uid] === undefined) continue
    lifecycles.subscribe(isRefused(file) ? refusingWrites(uid, file) : { ...(value as object), models: [uid] })
  }
  for (const file of code.failed.keys()) {
    const [, api, type] = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/lifecycles\.[jt]s$/.exec(file) ?? []
    if (api !== undefined) lifecycles.subscribe(refusingWrites(`api::${fileKey(api)}.${fileKey(type!)}`, file))
  }
}

/** Hooks that cannot run may be what refuses a write or hides a part of an entry. */
function refusingWrites(uid: string, file: string): object {
  const refuse = refusing(file)
  const names = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']
  return { models: [uid], ...Object.fromEntries(names.map(name => [`before${name}`, refuse])) }
}
