/** Every link of the documentation to a file, or to a heading in one, leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))

/** The names by which headings can be linked to, as GitHub makes them. */
function anchors(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)
  return headings.map(heading =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('the links of docs/%s lead somewhere', page => {
  const from = join(DOCS, page)
  const text = readFileSync(from, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const dead = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter(target => !/^https?:/.test(target))
    .filter(target => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? from : join(dirname(from), path)
      return !existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor))
    })
  expect(dead).toEqual([])
})
