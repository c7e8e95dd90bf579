/** A comparison as a page. */
import type { ComparedCase, CompareReport } from '../compare/compare-report.ts'
import { DIFFERENCES, type DifferenceId } from '../differences.ts'
import { html, listOf, type Markup, NOTHING, page, sectionOf, tableOf } from './html.ts'

export function comparePage(report: CompareReport): string {
  const { asked, unknown, cases, unreadable } = report
  const verdict =
    unknown === 0 ? 'Every difference has a known reason.' : `${unknown} differences have no known reason.`
  return page('Comparison with Strapi', [
    html`<h1>Comparison with Strapi</h1>
<p class="soft">${asked} questions to ${report.strapi} and ${report.populus}</p>
<p class="verdict ${unknown === 0 ? 'good' : 'bad'}">${verdict}</p>`,
    sectionOf('Answers', [countTable(report)]),
    sectionOf('Known reasons', [reasonTable(report)]),
    sectionOf('Not compared', [
      listOf(unreadable.map(uid => html`<code>${uid}</code> may not be read by this caller in Strapi.`)),
    ]),
    sectionOf('Unknown differences', cases.filter(({ outcome }) => outcome === 'unknown').map(caseBlock)),
    sectionOf('Explained differences', cases.filter(({ outcome }) => outcome === 'explained').map(caseBlock)),
    sectionOf('Other order of keys', [
      listOf(
        cases
          .filter(({ outcome }) => outcome === 'key order')
          .map(({ method, path }) => html`<code>${method} ${path}</code>`),
      ),
    ]),
  ])
}

function countTable({ same, keyOrder, explained, unknown, closed }: CompareReport): Markup {
  return tableOf(
    [{ title: 'Outcome' }, { title: 'Answers', numeric: true }],
    [
      ['the same', same],
      ['the same but for the order of keys', keyOrder],
      ['different for a known reason', explained],
      ['of these: closed, because code of the project is not run', closed],
      ['different for an unknown reason', unknown],
    ],
  )
}

function reasonTable({ reasons }: CompareReport): Markup {
  const known = Object.entries(reasons) as [DifferenceId, number][]
  if (known.length === 0) return NOTHING
  return tableOf(
    [{ title: 'Reason' }, { title: 'What it is' }, { title: 'Answers', numeric: true }],
    known.map(([id, count]) => [html`<code>${id}</code>`, DIFFERENCES[id], count]),
  )
}

function caseBlock({ method, path, status, reasons, paths }: ComparedCase): Markup {
  const statuses = status.strapi === status.populus ? String(status.strapi) : `${status.strapi} → ${status.populus}`
  return html`<details><summary><code>${method} ${path}</code> <span class="soft">${statuses} ${reasons.join(', ')}</span></summary>${tableOf(
    [{ title: 'Place' }, { title: 'Strapi' }, { title: 'Populus' }],
    paths.map(differing => [
      html`<code>${differing.path || 'body'}</code>`,
      html`<code>${differing.strapi ?? 'nothing'}</code>`,
      html`<code>${differing.populus ?? 'nothing'}</code>`,
    ]),
  )}</details>`
}
