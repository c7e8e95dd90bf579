/** Which files of the project have code for the server, whether it runs, and which routes are closed because it does not. */
import type { Config } from '../../config/config.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { closingText, findGuards, type Guards } from '../../strapi/guards/closed-routes.ts'
import type { ServerCode } from '../../strapi/guards/server-code.ts'
import type { ClosedRoute, CodeEntry, CodePart } from '../adopt-report.ts'

const NO_TYPES: Schema = Object.freeze({ types: new Map(), components: new Map() })

export async function codePart(config: Config, schema: Schema = NO_TYPES): Promise<CodePart> {
  const { folder, api, adopt, development } = config
  const guards = await findGuards({
    folder,
    schema,
    prefix: api.prefix,
    ignore: adopt.ignore,
    production: !development,
  })
  return {
    files: [...guards.code.map(entryAs('not run')), ...guards.ignored.map(entryAs('ignored'))]
      .filter(({ file }) => file !== 'package.json')
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
    closed: closedRoutes(guards, schema, api.prefix),
  }
}

const entryAs =
  (state: CodeEntry['state']) =>
  ({ file, what, closes }: ServerCode): CodeEntry => ({
    file,
    state,
    what,
    closes: state === 'ignored' ? [] : [...new Set(closes.map(closingText))],
  })

/** Asks for each route of the content API and of the built-in plugins, as the server does. */
function closedRoutes({ closed }: Guards, { types }: Schema, prefix: string): readonly ClosedRoute[] {
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return [...own.flatMap(routesOf), ...PLUGIN_ROUTES].flatMap(([method, path]) => {
    const file = closed(method, `${prefix}${path}`)
    return file === undefined ? [] : [{ method, path: `${prefix}${path}`, file }]
  })
}

type Route = readonly [method: string, path: string]

function routesOf({ single, singularName, pluralName }: ContentType): readonly Route[] {
  if (single) return ['GET', 'PUT', 'DELETE'].map(method => [method, `/${singularName}`] as const)
  const [all, one] = [`/${pluralName}`, `/${pluralName}/:id`]
  return [
    ['GET', all],
    ['GET', one],
    ['POST', all],
    ['PUT', one],
    ['DELETE', one],
  ]
}

/** One of each group: such a group is closed as a whole. */
const PLUGIN_ROUTES: readonly Route[] = [
  ['POST', '/auth/local'],
  ['POST', '/auth/local/register'],
  ['GET', '/users'],
  ['GET', '/users/me'],
  ['POST', '/upload'],
  ['GET', '/upload/files'],
  ['GET', '/i18n/locales'],
]
