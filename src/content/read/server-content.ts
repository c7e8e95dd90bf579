/** How code that is part of the server reads and writes content: with the same pipeline, without the limits of clients. */
import { WIRE_DIALECTS, type WireDialect } from '../../plan/wire-dialect.ts'
import type { ContentContext } from '../content-context.ts'
import { smallPlans } from './kept-plans.ts'

const WHOLE = Number.MAX_SAFE_INTEGER

/** Strapi's own reading of queries and bodies, whatever dialect the project serves to its clients. */
const SERVER_DIALECT: WireDialect = Object.freeze({ ...WIRE_DIALECTS.strapi4, listedComponentsNeedRight: false })

const LIMITS = { queryLength: WHOLE, parameters: WHOLE, queryDepth: 1000, bodyDepth: 1000, bodyPasswords: WHOLE }
const ANSWER = { answerEntries: WHOLE, answerLength: WHOLE }
const SHARED = { listLength: WHOLE, populateNodes: WHOLE, filterTerms: WHOLE }
const PLANS = { relationHops: 100, toManySortHops: 100, relatedSortKeys: 100, cost: Number.POSITIVE_INFINITY }
const PATTERNS = { patternLength: WHOLE, patternWildcards: WHOLE }

/** Enough for some hundred plans. */
const PLAN_BYTES = 4 * 1024 * 1024

function entryHabits({ uidsAreFilled, emptyTextIsMissing }: ContentContext['dialect']) {
  return { uidsAreFilled, emptyTextIsMissing }
}

/** The plans of such reads are kept apart: values differ from call to call, and would evict those of clients. */
export function serverContent(content: ContentContext): ContentContext {
  return Object.freeze({
    ...content,
    // What a new entry must have, and what is filled in, does not depend on who creates it.
    dialect: { ...SERVER_DIALECT, ...entryHabits(content.dialect) },
    markFiles: false,
    plans: smallPlans(PLAN_BYTES),
    limits: { ...content.limits, ...LIMITS, ...ANSWER, ...SHARED },
    settings: { ...content.settings, ...SHARED, ...PLANS, ...PATTERNS },
  })
}
