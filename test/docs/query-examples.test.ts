/** Every example of `docs/reference/query.md`, and of the cookbook, asked of the seeded blog. */
import { runExamples } from './run-examples.ts'

runExamples('query.md')
runExamples('query-aggregate.md', { grants: [{ type: 'article', actions: ['aggregate'] }] })
runExamples('../guides/cookbook.md')
