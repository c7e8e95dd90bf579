/** The real Strapi 4.26.2, on a copy of the content that it may change. */
import { env } from 'node:process'
import { startStrapi } from '../../scripts/strapi-peer/start.mjs'
import { project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { SECRETS } from './secrets.mjs'

export const STRAPI_VERSION = '4.26.2'

/** How it is run, for the report. */
export const STRAPI_HOW =
  'installed from npm by scripts/strapi-peer, one process, NODE_ENV=production, log level error, no admin panel, ' +
  'default middlewares without compression, a pool of 2 to 10 connections on PostgreSQL'

/** `database` is `{ client: 'sqlite', filename }` or `{ client: 'postgres', url }`. */
export async function startStrapi4({ database, folder = project }) {
  Object.assign(env, SECRETS)
  env.LOG_LEVEL ??= 'error'
  const { url, pid, stop } = await startStrapi({ database, project: folder })
  return { url, pid, stop: stopLater(stop) }
}
