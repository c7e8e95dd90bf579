/** The guide about schema changes: its commands are run in order, and must print what it says. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressOf, copyOfBlog, runPopulus, startPopulus } from '../cli/run-populus.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guides/schema-changes.md', import.meta.url))

type Attributes = Record<string, unknown>

/** What somebody does to the article's schema before the commands of a section. */
const EDITS: Readonly<Record<string, (attributes: Attributes) => void>> = {
  'Adding an attribute': attributes => {
    attributes.subtitle = { type: 'string' }
  },
  'Removing an attribute': attributes => {
    delete attributes.facts
  },
  'Renaming an attribute': attributes => {
    delete attributes.subtitle
    attributes.tagline = { type: 'string' }
  },
  'Changing a type': attributes => {
    attributes.readingTime = { type: 'string' }
  },
  'Unique values': () => undefined,
  'Draft and publish': () => undefined,
  'In a database that Strapi made': () => undefined,
}

interface Section {
  readonly title: string
  /** The commands with what they print. */
  readonly runs: readonly { readonly command: string; readonly printed: string }[]
}

function sections(): readonly Section[] {
  const [, ...parts] = readFileSync(GUIDE, 'utf8').split(/^## /m)
  return parts.map(part => {
    const blocks = [...part.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
    const runs = blocks.flatMap(block => block.split(/^\$ populus /m).slice(1))
    return {
      title: part.slice(0, part.indexOf('\n')),
      runs: runs.map(run => ({
        command: run.slice(0, run.indexOf('\n')),
        printed: run.slice(run.indexOf('\n') + 1).trimEnd(),
      })),
    }
  })
}

test('every section has its edit', () => {
  expect(sections().map(({ title }) => title)).toEqual(Object.keys(EDITS))
})

test('the commands print what the guide says', async () => {
  const folder = await copyOfBlog()
  const server = startPopulus(['start', folder, '--port', '0'])
  await addressOf(server)
  server.process.kill('SIGTERM')
  await once(server.process, 'close')
  const file = join(folder, 'src/api/article/content-types/article/schema.json')
  for (const { title, runs } of sections()) {
    const schema = JSON.parse(readFileSync(file, 'utf8')) as { attributes: Attributes }
    EDITS[title]!(schema.attributes)
    writeFileSync(file, JSON.stringify(schema))
    for (const { command, printed } of runs) {
      const { out, error, code } = await runPopulus(...command.split(' '), '--folder', folder)
      // Which database was changed is said on standard error.
      const others = error.replace(/^Changed the database .*\n/, '')
      expect({ command, out: out.trimEnd(), error: others, code }).toEqual({
        command,
        out: printed,
        error: '',
        code: 0,
      })
    }
  }
})
