/** The requests in an access log: the common or combined format, or one JSON object in each line. */
import { open } from 'node:fs/promises'
import { StartError } from '../../../errors.ts'
import type { Question } from './question.ts'

export interface LogInput {
  readonly file: string
  /** In capitals. */
  readonly methods: ReadonlySet<string>
  /** Only paths below this one are content. */
  readonly prefix: string
  /** How many different requests at most. */
  readonly limit: number
}

export interface ReadLog {
  /** Each request once, the most frequent first. */
  readonly questions: readonly Question[]
  readonly lines: number
  /** Lines in another format. */
  readonly unreadable: number
  /** Lines with other methods or paths. */
  readonly passedOver: number
}

/** What is counted at the same time, so that a log of any size fits. */
const MOST_KEPT = 20_000

export async function readAccessLog(input: LogInput): Promise<ReadLog> {
  const counts = new Map<string, { readonly question: Question; count: number }>()
  const tally = { lines: 0, unreadable: 0, passedOver: 0 }
  for await (const line of linesOf(input.file)) {
    if (line.trim() === '') continue
    tally.lines++
    const question = questionIn(line)
    if (question === null) tally.unreadable++
    else if (!input.methods.has(question.method) || !isBelow(question.path, input.prefix)) tally.passedOver++
    else {
      const key = `${question.method} ${question.path} ${question.body ?? ''}`
      const known = counts.get(key)
      if (known !== undefined) known.count++
      else if (counts.size < MOST_KEPT) counts.set(key, { question, count: 1 })
    }
  }
  const questions = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, input.limit)
  return { questions: questions.map(({ question }) => question), ...tally }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    const handle = await open(file)
    yield* handle.readLines()
  } catch (error) {
    throw new StartError(`Cannot read the log ${file}`, [(error as Error).message])
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
}

/** `127.0.0.1 - - [10/Oct/2025:13:55:36 +0000] "GET /api/articles HTTP/1.1" 200 2326 "-" "curl"` */
const COMMON = /"([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?"/

/** `null` for a line that has no request. */
export function questionIn(line: string): Question | null {
  if (line.trimStart().startsWith('{')) return questionInJson(line)
  const [, method, address] = COMMON.exec(line) ?? []
  return method === undefined ? null : question(method, address!)
}

/** The names that nginx, Caddy, Traefik, pino and the logs of load balancers use. */
function questionInJson(line: string): Question | null {
  let entry: Entry
  try {
    entry = JSON.parse(line) as Entry
  } catch {
    return null
  }
  const inner = entry.req ?? entry.request
  if (typeof inner === 'string') return questionIn(`"${inner}"`)
  const from = { ...entry, ...inner }
  const method = from.method ?? from.request_method ?? from.RequestMethod ?? entry.httpRequest?.requestMethod
  const address =
    from.url ?? from.uri ?? from.request_uri ?? from.path ?? from.RequestPath ?? entry.httpRequest?.requestUrl
  if (typeof method !== 'string' || typeof address !== 'string') return null
  const body =
    from.body === undefined ? {} : { body: typeof from.body === 'string' ? from.body : JSON.stringify(from.body) }
  const query = typeof from.query === 'string' && !address.includes('?') ? `?${from.query.replace(/^\?/, '')}` : ''
  return { ...question(method.toUpperCase(), address + query), ...body }
}

type Fields = Readonly<Record<string, unknown>>
type Entry = Fields & {
  readonly req?: Fields
  readonly request?: Fields | string
  readonly httpRequest?: Fields
}

/** A complete address is cut down to its path. */
function question(method: string, address: string): Question {
  const path = /^https?:\/\/[^/]*(\/.*)?$/i.exec(address)
  return { method, path: (path === null ? address : (path[1] ?? '/')).split('#')[0]!, from: 'log' }
}
