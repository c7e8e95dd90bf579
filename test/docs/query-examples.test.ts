/** Every example of `docs/reference/query.md`, asked of the seeded blog. */
import { runExamples } from './run-examples.ts'

runExamples('query.md')
runExamples('query-aggregate.md', { grants: [{ type: 'article', actions: ['aggregate'] }] })
