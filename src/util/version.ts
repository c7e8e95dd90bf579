/** The version of the installed package. */
import { readFileSync } from 'node:fs'
import { packageFile } from './package-file.ts'

export const VERSION: string = (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string })
  .version
