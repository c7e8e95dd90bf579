/** The code of the project's own plug-ins: what must not be answered if it does not run. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LocalPlugin } from '../../../config/config.ts'
import { withoutRemarks } from './parse-module.ts'
import { PLUGIN_PATHS } from './plugin-paths.ts'
import { scriptsBelow } from './scripts-below.ts'
import { ACTIONS, type Closing, type ServerCode } from './server-code.ts'

const SKIPPED = /^(node_modules|admin|__tests__|tests?|\..*)$/

export function readPlugins(folder: string, plugins: readonly LocalPlugin[]): Promise<readonly ServerCode[]> {
  return Promise.all(
    plugins.map(async ({ name, file }): Promise<ServerCode> => {
      const files = await scriptsBelow(folder, dirname(file), SKIPPED)
      const below: Closing = { kind: 'below', paths: [`/${name}`] }
      return { file, what: `it is the plugin ${name}`, closes: [below, ...(await closingsIn(folder, files))] }
    }),
  )
}

/** A file of a plug-in that does not run, though the rest does. */
export interface FailedPart {
  readonly plugin: string
  readonly file: string
  /** What it has: `controllers`, `bootstrap`, ... */
  readonly kinds: readonly string[]
}

/** Only code that runs at the start may stand in the way of others: routes without their own controller are closed anyway. */
const AT_START = ['register', 'bootstrap', 'services']

export function readPluginParts(folder: string, parts: readonly FailedPart[]): Promise<readonly ServerCode[]> {
  return Promise.all(
    parts.map(async ({ plugin, file, kinds }): Promise<ServerCode> => {
      const guards = kinds.some(kind => AT_START.includes(kind))
      const closes = guards ? await closingsIn(folder, [file]) : []
      return { file, what: `it is a part of the plugin ${plugin}`, closes }
    }),
  )
}

async function closingsIn(folder: string, files: readonly string[]): Promise<readonly Closing[]> {
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return texts.flatMap(guardedBy)
}

const CHANGES = /server\s*\.\s*(use|app)\b|\.policies\b|\.controllers\b|container\s*\.\s*get\b/
const SUBSCRIPTION = /lifecycles\s*\.\s*subscribe\b/
const MODELS = /^\s*\(\s*\{\s*models\s*:\s*\[([^\]]*)\]/
const NAME = /^['"]([^'"]+)['"]$/

/** What a text with `lifecycles.subscribe({ models: ['api::order.order'] })` stands in the way of. */
function guardedBy(text: string): readonly Closing[] {
  const code = withoutRemarks(text)
  const models = code
    .split(SUBSCRIPTION)
    .slice(1)
    .map(call => namesIn(MODELS.exec(call)?.[1] ?? ''))
  if (CHANGES.test(code) || models.includes(null)) return [{ kind: 'everything' }]
  return models.flatMap(names => names ?? []).flatMap(routesOf)
}

/** `null` if not all of them are written out. */
function namesIn(list: string): readonly string[] | null {
  const items = list.split(',').map(item => item.trim())
  const names = items.filter(item => item !== '').map(item => NAME.exec(item)?.[1])
  return names.every(name => name !== undefined) && names.length > 0 ? names : null
}

function routesOf(uid: string): readonly Closing[] {
  const paths = PLUGIN_PATHS[/^plugin::([^.]+)/.exec(uid)?.[1] ?? '']
  if (paths !== undefined) return [{ kind: 'below', paths }]
  return ACTIONS.map(action => ({ kind: 'action', uid, action }))
}
