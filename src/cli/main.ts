#!/usr/bin/env node
/** Entry point of the command line. Older versions of Node cannot even read the rest, so it is loaded after a look at the version. */
import { oldNode } from './old-node.ts'

const problem = oldNode(process.versions.node)
if (problem === undefined) await import('./run.ts')
else {
  console.error(problem)
  process.exitCode = 1
}
