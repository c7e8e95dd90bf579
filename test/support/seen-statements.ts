/** The statements that a test counts. */
import { RELEASES_TABLE, SCHEDULE_TABLE } from '../../src/schema/own-table-names.ts'
import type { SeenStatement } from '../../src/sql/statement.ts'

/** What a server looks at by itself, at its start and whenever it has changed: when the next set time is. */
const OWN_WORK = new Set([SCHEDULE_TABLE, RELEASES_TABLE].map(name => `populus.${name}`))

/** Without those that no request has caused. On a slow machine they come while a request is counted. */
export function ofRequests(onStatement: (statement: SeenStatement) => void): (statement: SeenStatement) => void {
  return statement => {
    const { text, tables = [] } = statement
    const isOwnWork = text.startsWith('select min(next_at)') && tables.every(name => OWN_WORK.has(name))
    if (!isOwnWork) onStatement(statement)
  }
}
