/** Runs before each test file. */
import { cleanUpAfterFile } from './clean-up.ts'

cleanUpAfterFile()
