/** How the panel reads content: with the pipeline of the content API, in one fixed dialect. */
import type { ContentContext } from '../../content/content-context.ts'
import { WIRE_DIALECTS, type WireDialect } from '../../plan/wire-dialect.ts'

/** Whatever dialect the project serves to its clients. Mistakes in a query are errors that name the parameter. */
const PANEL_DIALECT: WireDialect = Object.freeze({
  ...WIRE_DIALECTS.document,
  populateWithPagination: true,
  scalarsBesidePopulateOfBlock: true,
  draftsById: true,
})

/** A form asks for everything at once. The server writes these queries, so only the schema decides how long they are. */
const LARGEST = { queryLength: 16 * 1024 * 1024, parameters: 1_000_000, populateNodes: 100_000 }

/** The largest page size that the panel offers, and how many entries are read at once; a project may allow its clients less. */
const PAGE = 100

/** Plans are shared with the content API; the fingerprints of administrators keep them apart. */
export function panelContent(content: ContentContext): ContentContext {
  return Object.freeze({
    ...content,
    dialect: PANEL_DIALECT,
    // Only what clients ask is counted.
    inventory: undefined,
    // The server itself reads these answers.
    markFiles: false,
    limits: { ...content.limits, ...LARGEST },
    settings: {
      ...content.settings,
      populateNodes: LARGEST.populateNodes,
      maxLimit: Math.max(PAGE, content.settings.maxLimit),
    },
  })
}
