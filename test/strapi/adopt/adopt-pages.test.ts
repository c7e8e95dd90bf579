/** The pages about adopted projects name everything that the code has. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIFFERENCES } from '../../../src/strapi/adopt/differences.ts'
import { makeReport } from '../../../src/strapi/adopt/report/make-report.ts'
import { CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

const page = (name: string) => readFileSync(new URL(`../../../docs/reference/${name}.md`, import.meta.url), 'utf8')

test('every difference has a section, and every section is a difference', () => {
  const sections = [...page('strapi-differences').matchAll(/^### (.+)$/gm)].map(([, id]) => id)
  expect(sections.sort()).toEqual(Object.keys(DIFFERENCES).sort())
})

test('every member of the report is described', async () => {
  const report = await makeReport({ folder: CONFORMANCE_PROJECT, env: {} })
  const [text] = page('adopt-report').split('\n## ')
  const rows = new Map([...text!.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning!]))
  expect([...rows.keys()]).toEqual(Object.keys(report))
  const missing = Object.entries(report).flatMap(([name, part]) => {
    const [first] = Array.isArray(part) ? part : [part]
    const members = typeof first === 'object' && first !== null ? Object.keys(first as object) : []
    return members.filter(member => !rows.get(name)!.includes(`\`${member}\``)).map(member => `${name}.${member}`)
  })
  expect(missing).toEqual([])
})
