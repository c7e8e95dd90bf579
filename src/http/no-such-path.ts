/** The 404 of an address without a route. In development it names the address that was probably meant. */
import { PopulusError } from '../errors.ts'
import type { ContentType, Schema } from '../schema/schema.ts'
import { nearestName } from '../util/text/nearest-name.ts'
import type { ServerInput } from './server-input.ts'

type Served = Pick<ServerInput, 'config' | 'content'>

export function noSuchPath(url: string, { config, content }: Served): PopulusError {
  const { api, development } = config
  const meant = development ? meantPath(url.split('?')[0]!, api.prefix, content.context.schema) : undefined
  return new PopulusError('notFound', {}, meant === undefined ? {} : { hint: `did you mean ${meant}?` })
}

/** `/api/cook/1` -> `/api/cooks/1`, `/cooks` -> `/api/cooks`. */
function meantPath(path: string, prefix: string, { types }: Pick<Schema, 'types'>): string | undefined {
  const isBelow = path.startsWith(`${prefix}/`)
  const [name = '', ...rest] = (isBelow ? path.slice(prefix.length) : path).split('/').slice(1)
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  const known = new Map(own.flatMap(type => [type.pluralName, type.singularName].map(key => [key, addressOf(type)])))
  const nearest = isBelow ? nearestName(name, known.keys()) : undefined
  const address = known.get(name) ?? known.get(nearest ?? '')
  if (address === undefined || (isBelow && address === name)) return undefined
  return [prefix, address, ...rest].join('/')
}

function addressOf({ single, singularName, pluralName }: ContentType): string {
  return single ? singularName : pluralName
}
