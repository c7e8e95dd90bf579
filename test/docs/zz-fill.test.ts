import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))
const WIDTH = 110

let keep: readonly string[] | null = null
const allKeys = new Set<string>()
function cut(value: unknown, items: number, omit: readonly string[]): unknown {
  return cut1(value, items, omit)
}
const dropped = (k: string, v: unknown) =>
  keep !== null &&
  !['id', '__component', '__type'].includes(k) &&
  !keep.includes(k) &&
  (typeof v !== 'object' || v === null || k === 'facts' || k === 'formats') &&
  !['page', 'pageSize', 'pageCount', 'total'].includes(k)
function cut1(value: unknown, items: number, omit: readonly string[]): unknown {
  if (typeof value === 'string') return value.length > 70 ? `${value.slice(0, 48)}…` : value
  if (Array.isArray(value)) {
    const list = value.slice(0, items).map(v => cut(v, items, omit))
    return value.length > items ? [...list, '…'] : list
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) =>
        omit.includes(k) || dropped(k, v) ? ['…', '…'] : [k, k === 'message' ? v : cut(v, items, omit)],
      ),
    )
  return value
}
function flat(v: unknown): string {
  if (Array.isArray(v)) return v.length ? `[${v.map(flat).join(', ')}]` : '[]'
  if (typeof v === 'object' && v !== null) {
    const e = Object.entries(v)
    return e.length ? `{ ${e.map(([k, x]) => `${JSON.stringify(k)}: ${flat(x)}`).join(', ')} }` : '{}'
  }
  return JSON.stringify(v)
}
function print(v: unknown, indent: string, lead: number): string {
  const one = flat(v)
  if (indent.length + lead + one.length <= WIDTH || typeof v !== 'object' || v === null) return one
  const inner = `${indent}  `
  if (Array.isArray(v)) return `[\n${v.map(x => inner + print(x, inner, 1)).join(',\n')}\n${indent}]`
  return `{\n${Object.entries(v)
    .map(([k, x]) => {
      const key = `${JSON.stringify(k)}: `
      return inner + key + print(x, inner, key.length + 1)
    })
    .join(',\n')}\n${indent}}`
}
test('fill', async () => {
  const database = await freshDatabase('sqlite')
  const apps = {
    document: await buildTestApp({ folder: BLOG, database }),
    strapi4: await buildTestApp({ folder: BLOG, database, dialect: 'strapi4' }),
    pg: await buildTestApp({ folder: BLOG, database: await freshDatabase('postgres') }),
  }
  const file = process.env.FILL!
  const text = readFileSync(file, 'utf8')
  const parts = text.split(/(```http\n(?:#|GET|HEAD)(?:(?!```)[^])*?\n```\n\n?```\w+\nAUTO[^\n]*\n```)/)
  const out: string[] = []
  for (const part of parts) {
    const m = /^```http\n([^]*?)\n```\n(\n?)```\w+\nAUTO([^\n]*)\n```$/.exec(part)
    if (m === null) {
      out.push(part)
      continue
    }
    const lines = m[1]!.replace(/\n\s+/g, '').split('\n')
    const app = lines.includes('# database: PostgreSQL')
      ? apps.pg
      : lines.includes('# dialect: strapi4')
        ? apps.strapi4
        : apps.document
    const answers = new Set<string>()
    let last
    for (const line of lines.filter(l => /^(GET|HEAD) /.test(l))) {
      const [method, ...url] = line.split(' ')
      last = await app.inject({
        method: method as 'GET',
        url: url.join(' ').replace(/[^\x21-\x7e]+/g, encodeURIComponent),
      })
      answers.add(last.payload)
    }
    if (answers.size > 1)
      console.log(
        'DIFFERENT ANSWERS',
        lines,
        [...answers].map(a => a.slice(0, 300)),
      )
    const items = Number(/items=(\d+)/.exec(m[3]!)?.[1] ?? 3)
    const omit = /omit=(\S+)/.exec(m[3]!)?.[1]?.split(',') ?? []
    keep = /keep=(\S+)/.exec(m[3]!)?.[1]?.split(',') ?? null
    let body = last!.payload === '' ? '' : print(cut(JSON.parse(last!.payload), items, omit), '', 0)
    let lang = 'json'
    const heads = /headers=(\S+)/.exec(m[3]!)?.[1]?.split(',')
    if (heads) {
      lang = 'http'
      body = `${last!.statusCode} ${last!.statusMessage}\n${heads.map(h => `${h}: ${last!.headers[h]}`).join('\n')}${body === '' ? '' : `\n\n${body}`}`
    }
    out.push(`\`\`\`http\n${m[1]}\n\`\`\`\n${m[2]}\`\`\`${lang}\n${body}\n\`\`\``)
  }
  writeFileSync(process.env.FILL_OUT ?? file, out.join(''))
})
