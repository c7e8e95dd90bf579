/** Applies the steps of a migration and reports them. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { addColumn, addForeignKey, changeType, createIndex, createTable, dropIndex } from './ddl.ts'
import { publishEntries } from './draft-publish.ts'
import { doneText, type Step } from './migration-step.ts'
import { replaceType } from './type-changes.ts'

/** Returns lines such as `added table articles`, `added column articles.title`. */
export async function applySteps(
  run: RunFragment,
  steps: readonly Step[],
  dialect: SqlDialect,
): Promise<readonly string[]> {
  const ordered = [...steps].sort((a, b) => PHASES[a.kind] - PHASES[b.kind])
  for (const [index, step] of ordered.entries()) {
    await applyStep(run, step, dialect)
    const tablesAreComplete = step.kind === 'add-table' && ordered[index + 1]?.kind !== 'add-table'
    if (tablesAreComplete) await addKeys(run, ordered, dialect)
  }
  return Object.freeze(ordered.map(doneText).filter(line => line !== null))
}

/** Each step finds what it needs: an index its column, a published entry its date. */
const PHASES: Readonly<Record<Step['kind'], number>> = {
  'change-type': 0,
  'drop-index': 1,
  'add-table': 2,
  'add-column': 3,
  'add-index': 4,
  publish: 5,
}

async function applyStep(run: RunFragment, step: Step, dialect: SqlDialect): Promise<void> {
  switch (step.kind) {
    case 'change-type':
      if (step.way === 'widen') await run(changeType(step.table, step.column, dialect))
      else await replaceType(run, step, dialect)
      return
    case 'drop-index':
      for (const statement of dropIndex(step.table, step.name, dialect)) await run(statement)
      return
    case 'add-table':
      await run(createTable(step.table, dialect))
      return
    case 'add-column':
      await run(addColumn(step.table, step.column, step.foreignKey, dialect))
      return
    case 'add-index':
      await run(createIndex(step.table, step.index, dialect))
      return
    case 'publish':
      await publishEntries(run, step.table, dialect)
  }
}

/** New tables may refer to each other, so their keys are added when all of them exist. */
async function addKeys(run: RunFragment, steps: readonly Step[], dialect: SqlDialect): Promise<void> {
  if (dialect.name === 'sqlite') return
  for (const step of steps) {
    if (step.kind !== 'add-table') continue
    for (const key of step.table.foreignKeys) await run(addForeignKey(step.table.name, key))
  }
}
