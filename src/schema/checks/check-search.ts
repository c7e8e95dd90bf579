/** Checks what the files of content types say about `search`. */
import { readSearch } from '../search/read-search.ts'
import type { CheckContext } from './check-context.ts'

export function checkSearch({ models, byUid, report }: CheckContext): void {
  for (const model of models) {
    if (model.kind !== 'type') continue
    const { file } = model
    readSearch(model, byUid, (path, problem) =>
      report.problem({ file, path: ['pluginOptions', 'populus', 'search', ...path] }, problem),
    )
  }
}
