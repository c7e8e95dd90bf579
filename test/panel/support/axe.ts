/** Accessibility findings of a page: WCAG 2.0 to 2.2, levels A and AA, and the best practices of axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** - `color-contrast: .title (Element has insufficient color contrast of 3.2 ...)`; empty if there are none. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(source)
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => id + ': ' + node.target.join(' ') + ' (' + node.failureSummary.split('\\n').slice(1).join(' ').trim() + ')'))
  })()`)
}
