/** Runs before each test file. */
import { afterEach } from 'vitest'
import { cleanUpAfterFile } from './clean-up.ts'
import { refuseReadsInsideWrites, takeReadsInsideWrites } from './reads-inside-writes.ts'

cleanUpAfterFile()
refuseReadsInsideWrites()

afterEach(() => {
  const [first] = takeReadsInsideWrites()
  if (first !== undefined) throw first
})
