/** What `strapi-server` of a plugin exports, with what Strapi puts in the place of missing parts. */
import { isRecord } from '../../../util/is-record.ts'
import { envHelper } from '../../files/env-helper.ts'
import type { Router } from '../requests/route-description.ts'

type Parts = Readonly<Record<string, unknown>>
type Moment = (given: { readonly strapi: unknown }) => unknown

export interface PluginServer {
  readonly register: Moment
  readonly bootstrap: Moment
  readonly destroy: Moment
  readonly config: { readonly default: unknown; readonly validator: (config: unknown) => unknown }
  /** A list of routes for the panel, or routers by name. */
  readonly routes: Router | Readonly<Record<string, Router>>
  readonly controllers: Parts
  readonly services: Parts
  readonly policies: Parts
  readonly middlewares: Parts
  /** `{ task: { schema, lifecycles } }` */
  readonly contentTypes: Readonly<Record<string, { readonly schema?: unknown; readonly lifecycles?: unknown }>>
}

const NOTHING: PluginServer = {
  register: () => undefined,
  bootstrap: () => undefined,
  destroy: () => undefined,
  config: { default: {}, validator: () => undefined },
  routes: [],
  controllers: {},
  services: {},
  policies: {},
  middlewares: {},
  contentTypes: {},
}

/** Throws if it is no plugin. */
export function pluginServer(exported: unknown): PluginServer {
  const value = typeof exported === 'function' ? exported({ env: envHelper(process.env) }) : exported
  if (!isRecord(value)) throw new Error('it exports no plugin')
  const given = value as Partial<PluginServer>
  return { ...NOTHING, ...given, config: { ...NOTHING.config, ...given.config }, routes: given.routes ?? [] }
}
