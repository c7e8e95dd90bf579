/** The real Strapi 4.26.2, on a copy of the content that it may change. */
import { env } from 'node:process'
import { startStrapi } from '../../scripts/strapi-peer/start.mjs'
import { project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'

export const STRAPI_VERSION = '4.26.2'

/** How it is run, for the report. */
export const STRAPI_HOW =
  'installed from npm by scripts/strapi-peer, one process, NODE_ENV=production, log level error, no admin panel, ' +
  'default middlewares without compression, a pool of 2 to 10 connections on PostgreSQL'

/** It will not start without secrets; nothing here is signed with them. */
const SECRETS = {
  JWT_SECRET: 'nothing-secret-in-a-benchmark',
  API_TOKEN_SALT: 'nothing-secret-in-a-benchmark',
  LOG_LEVEL: 'error',
}

/** `database` is `{ client: 'sqlite', filename }` or `{ client: 'postgres', url }`. */
export async function startStrapi4({ database }) {
  for (const [name, value] of Object.entries(SECRETS)) env[name] ??= value
  const { url, pid, stop } = await startStrapi({ database, project })
  return { url, pid, stop: stopLater(stop) }
}
