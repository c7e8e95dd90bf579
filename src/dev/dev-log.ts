/** What `populus dev` writes: readable lines on a terminal, JSON lines otherwise. */
import type { SeenRequest } from './request-line.ts'

export interface DevLog {
  request(request: SeenRequest): void
  info(text: string): void
  problem(text: string): void
  /** Receives the JSON lines of the server's own log. */
  write(line: string): void
}

type Print = (line: string) => void

const LEVELS = { info: 30, warn: 40, error: 50 } as const

/** One JSON object per line, with the names that the server's own log has. */
export function jsonLog(print: Print): DevLog {
  const log = (level: number, msg: string, more: object = {}) =>
    print(JSON.stringify({ level, time: Date.now(), pid: process.pid, ...more, msg }))
  return {
    request: ({ milliseconds, ...request }) => log(LEVELS.info, 'request', { ...request, ms: milliseconds }),
    info: text => log(LEVELS.info, text),
    problem: text => log(LEVELS.error, text),
    write: line => print(line.trimEnd()),
  }
}

/** `12:03:11  GET /api/articles?populate=author  200  3.1 ms  kept` */
export function readableLog(print: Print, colours: boolean, clock: () => Date = () => new Date()): DevLog {
  const paint = painter(colours)
  const stamp = () => paint('grey', clock().toTimeString().slice(0, 8))
  const line = (text: string) => print(`${stamp()}  ${text}`)
  return {
    request: request => {
      line(requestText(request, paint))
      if (request.hint !== undefined) line(paint('yellow', `  ${request.hint}`))
    },
    info: line,
    problem: text => line(paint('red', text)),
    write: text => line(readableEntry(text, paint)),
  }
}

type Colour = 'red' | 'green' | 'yellow' | 'grey'
type Paint = (colour: Colour, text: string) => string

const CODES: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, grey: 90 }

function painter(colours: boolean): Paint {
  return (colour, text) => (colours ? `\u001b[${CODES[colour]}m${text}\u001b[39m` : text)
}

function requestText({ method, path, status, milliseconds, source, error }: SeenRequest, paint: Paint): string {
  const shown = paint(status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green', String(status))
  const parts = [`${method} ${path}`, shown, `${milliseconds} ms`, source, error]
  return parts.filter(part => part !== undefined).join('  ')
}

/** A line of the server's log: its message, and where an error came from. */
function readableEntry(line: string, paint: Paint): string {
  try {
    const { level, msg = '', err } = JSON.parse(line) as { level: number; msg?: string; err?: { stack?: string } }
    const text = [msg, err?.stack].filter(Boolean).join('\n')
    return level >= LEVELS.error ? paint('red', text) : level >= LEVELS.warn ? paint('yellow', text) : text
  } catch {
    return line.trimEnd()
  }
}
