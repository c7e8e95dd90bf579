/**
 * The examples in the pages of `docs/reference`: a fenced `http` block with one or more requests, and the fenced block
 * behind it with the answer; a request that writes has its body after an empty line. `query.md` describes the format for
 * its readers.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ApiConfig } from '../../src/config/config.ts'
import { CLIENTS, type Client } from '../support/databases.ts'

export type DialectName = ApiConfig['dialect']

export interface DocumentedRequest {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

export interface DocumentedAnswer {
  readonly status: number
  /** Those that the page shows. */
  readonly headers: Readonly<Record<string, string>>
  /** `undefined`: the page shows no body. */
  readonly body: unknown
}

export interface DocumentedExample {
  readonly page: string
  /** Line of the page on which the example begins. */
  readonly line: number
  readonly dialects: readonly DialectName[]
  readonly clients: readonly Client[]
  /** It shows what the setting `api.populateWithPagination` decides; `undefined` if it does not matter. */
  readonly pagesOfPopulated: boolean | undefined
  /** All of them have the same answer. */
  readonly requests: readonly DocumentedRequest[]
  readonly answer: DocumentedAnswer
}

/** The cells of every table whose first column has this title, without the back ticks around them. */
export function tableRows(text: string, firstColumn: string): readonly (readonly string[])[] {
  const tables = text.split(/\n(?!\|)/).map(part => part.split('\n').filter(line => line.startsWith('|')))
  return tables
    .filter(([head]) => head?.startsWith(`| ${firstColumn} |`))
    .flatMap(([, , ...rows]) => rows.map(row => row.slice(2, -2).split(' | ').map(bare)))
}

function bare(cell: string): string {
  return /^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell
}

interface Fence {
  readonly line: number
  readonly language: string
  readonly text: string
}

const WIRE_DIALECTS: readonly DialectName[] = ['document', 'strapi4']
const DATABASES: Readonly<Record<string, Client>> = { SQLite: 'sqlite', PostgreSQL: 'postgres' }

/** The text of a page of `docs/reference`. */
export function pageText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../docs/reference/${name}`, import.meta.url)), 'utf8')
}

/** The query language is one page with a page for each topic. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'query.md': ['fields', 'populate', 'filters', 'search', 'sort', 'locale', 'one-entry', 'long', 'named'].map(
    topic => `query-${topic}.md`,
  ),
}

/** `readExamples('query.md')`: with the examples of its topics. */
export function readExamples(page: string): readonly DocumentedExample[] {
  return [page, ...(TOPICS[page] ?? [])].flatMap(readPage)
}

function readPage(page: string): readonly DocumentedExample[] {
  const fences = readFences(pageText(page))
  return fences.flatMap((fence, index) => {
    if (fence.language !== 'http' || !/^(?:#|GET|HEAD|POST|PUT|DELETE)/.test(fence.text)) return []
    const answer = fences[index + 1]
    if (answer === undefined) throw new Error(`${page}:${fence.line} has no answer`)
    return [{ ...readRequests(fence), page, line: fence.line, answer: readAnswer(answer) }]
  })
}

function readFences(text: string): readonly Fence[] {
  const lines = text.split('\n')
  const fences: Fence[] = []
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w*)$/.exec(lines[at]!)?.[1]
    if (language === undefined) continue
    const end = lines.indexOf('```', at + 1)
    fences.push({ line: at + 1, language, text: lines.slice(at + 1, end).join('\n') })
    at = end
  }
  return fences
}

/** `# dialect: strapi4`, `# database: SQLite` and `# setting: …` say where it holds; a line that begins with blanks goes on the one before. */
function readRequests({ text, line }: Fence): Omit<DocumentedExample, 'page' | 'line' | 'answer'> {
  let dialects = WIRE_DIALECTS
  let clients = CLIENTS
  let pagesOfPopulated: boolean | undefined
  const requests: { method: Method; url: string; headers: Record<string, string>; body?: string }[] = []
  const [head = '', body] = text.split(/\n\n([\s\S]*)/)
  for (const part of head.replace(/\n\s+/g, '').split('\n')) {
    const mark = /^# (dialect|database): (\w+)$/.exec(part)
    const setting = /^# setting: api\.populateWithPagination (true|false)$/.exec(part)
    const request = /^(GET|HEAD|POST|PUT|DELETE) (.+)$/.exec(part)
    const header = /^([\w-]+): (.+)$/.exec(part)
    if (mark?.[1] === 'dialect') dialects = WIRE_DIALECTS.filter(name => name === mark[2])
    else if (mark !== null) clients = [DATABASES[mark[2]!]!]
    else if (setting !== null) pagesOfPopulated = setting[1] === 'true'
    else if (request !== null)
      requests.push({ method: request[1] as Method, url: encodeSpecial(request[2]!), headers: {} })
    else if (header !== null) requests.at(-1)!.headers[header[1]!.toLowerCase()] = header[2]!
    else throw new Error(`line ${line}: what is ${JSON.stringify(part)}?`)
  }
  if (body !== undefined) requests.at(-1)!.body = body
  return { dialects, clients, pagesOfPopulated, requests }
}

/** Blanks and letters outside of ASCII, which a URL cannot hold. */
function encodeSpecial(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** JSON alone, or a status line, headers and, after an empty line, JSON. */
function readAnswer({ language, text, line }: Fence): DocumentedAnswer {
  if (language === 'json') {
    const body: unknown = JSON.parse(text)
    return { status: statusOf(body), headers: {}, body }
  }
  const [head = '', json] = text.split(/\n\n([\s\S]*)/)
  const [status = '', ...lines] = head.split('\n')
  if (language !== 'http' || !/^\d{3} /.test(status)) throw new Error(`line ${line}: this is no answer`)
  const headers = Object.fromEntries(
    lines.map(header => [header.split(': ')[0]!, header.split(': ').slice(1).join(': ')]),
  )
  return { status: Number.parseInt(status, 10), headers, body: json === undefined ? undefined : JSON.parse(json) }
}

/** The body of an error names its status. */
function statusOf(body: unknown): number {
  return (body as { error?: { status?: number } } | null)?.error?.status ?? 200
}

const MORE = '…'

/**
 * An answer, shortened in the places in which the page shortens it; equal to what the page shows if the page is right.
 * `"…"` stands for any value, `text…` for a text that begins so, a last item `"…"` for further items, and a key `"…"`,
 * which stands in the place of the first one left out, for further keys.
 */
export function shortenLike(shown: unknown, actual: unknown): unknown {
  if (shown === MORE) return MORE
  if (typeof shown === 'string' && typeof actual === 'string') return shortenText(shown, actual)
  if (Array.isArray(shown) && Array.isArray(actual)) return shortenList(shown, actual)
  if (isRecord(shown) && isRecord(actual)) return shortenObject(shown, actual)
  return actual
}

function shortenText(shown: string, actual: string): string {
  const begin = shown.slice(0, -MORE.length)
  return shown.endsWith(MORE) && actual.startsWith(begin) && actual !== begin ? shown : actual
}

function shortenList(shown: readonly unknown[], actual: readonly unknown[]): readonly unknown[] {
  const isCut = shown.at(-1) === MORE && actual.length >= shown.length
  const kept = isCut ? actual.slice(0, shown.length - 1) : actual
  const items = kept.map((item, index) => shortenLike(shown[index], item))
  return isCut ? [...items, MORE] : items
}

function shortenObject(
  shown: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(actual).map(([key, value]): [string, unknown] => {
    if (Object.hasOwn(shown, key)) return [key, shortenLike(shown[key], value)]
    return Object.hasOwn(shown, MORE) ? [MORE, MORE] : [key, value]
  })
  return Object.fromEntries(entries)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
