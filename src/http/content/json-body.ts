/** JSON in the body of a request: refused before it is parsed if reading it would take long. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { type JsonSize, jsonSize } from '../../util/json/json-size.ts'

/** So many names take about a twentieth of a second to read, if they are all different. */
const MOST_NAMES = 50_000

/** Deeper bodies are refused in any case, by whatever uses them. */
const MOST_LEVELS = 1000

/** Throws PopulusError. */
export function checkJsonText(text: string, { bodyDepth }: Pick<Limits, 'bodyDepth'>): JsonSize {
  const size = jsonSize(text)
  if (size.names > MOST_NAMES) throw new PopulusError('tooManyNames', { limit: MOST_NAMES })
  if (size.levels > Math.max(MOST_LEVELS, bodyDepth + 2)) throw new PopulusError('bodyTooDeep', { limit: bodyDepth })
  return size
}

/** For all routes whose scope has no other parser. Apart from the checks, it is the one of the web server. */
export function registerJsonBodies(server: FastifyInstance, limits: Limits): void {
  const { parameters } = limits
  const parse = server.getDefaultJsonParser('error', 'error')
  // In a query, `__proto__` is a name that nothing has.
  const parseQuery = server.getDefaultJsonParser('ignore', 'ignore')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const isQuery = asksInBody(request)
    try {
      const { values } = checkJsonText(text, limits)
      if (isQuery && values > parameters) throw new PopulusError('tooManyParameters', { limit: parameters })
    } catch (error) {
      done(error as Error)
      return
    }
    if (isQuery) parseQuery(request, text, done)
    else parse(request, text, done)
  })
}

/** Whether the body is a query. */
function asksInBody({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as { readonly readsLike?: string }).readsLike !== undefined
}
