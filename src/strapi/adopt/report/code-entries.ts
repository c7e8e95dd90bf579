/** What became of the code of a project, file by file and route by route. */
import type { ContentType, Schema } from '../../../schema/schema.ts'
import { closingText, type Guards } from '../../run/guards/closed-routes.ts'
import type { ServerCode } from '../../run/guards/server-code.ts'
import type { ClosedRoute, CodeEntry, CodePart } from '../adopt-report.ts'

/** `others`: routes that are closed because what answers them does not run. */
export function codeEntries(
  guards: Guards,
  schema: Schema,
  prefix: string,
  others: readonly ClosedRoute[] = [],
): CodePart {
  const { runs, code, ignored, problemOf } = guards
  return {
    files: [
      ...runs.map(part => entry(part, 'runs')),
      ...code.map(part => entry(part, 'not run', problemOf(part.file))),
      ...ignored.map(part => entry(part, 'ignored')),
    ]
      .filter(({ file }) => file !== 'package.json')
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
    closed: [
      ...new Map(
        [...closedRoutes(guards, schema, prefix), ...others].map(route => [`${route.method} ${route.path}`, route]),
      ).values(),
    ],
  }
}

/** `problem` says why it is not run. */
function entry({ file, what, closes }: ServerCode, state: CodeEntry['state'], problem?: string): CodeEntry {
  const described = state === 'runs' ? what.replace('; routes that name it are closed', '') : what
  return {
    file,
    state,
    what: problem === undefined ? described : `${described} (${problem})`,
    closes: state === 'not run' ? [...new Set(closes.map(closingText))] : [],
  }
}

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
