/** Runs before each test file. */
import { afterEach } from 'vitest'
import { cleanUpAfterFile } from './clean-up.ts'

cleanUpAfterFile()

const watch = await import('./reads-inside-writes.ts').catch(withoutBuild)
watch?.refuseReadsInsideWrites()
afterEach(() => {
  const [first] = watch?.takeReadsInsideWrites() ?? []
  if (first !== undefined) throw first
})

/** SQLite cannot be opened without it. Tests of other things need neither. */
function withoutBuild(error: { readonly code?: string }): undefined {
  if (error.code !== 'MODULE_NOT_FOUND') throw error
}
