/** Every example of `docs/reference/writing.md`, one after the other, on the seeded blog. */
import { runExamples } from './run-examples.ts'

const WRITING = ['create', 'update', 'delete']

runExamples('writing.md', {
  grants: [
    { type: 'article', actions: [...WRITING, 'createLocalization'] },
    { type: 'author', actions: WRITING },
    { type: 'homepage', actions: WRITING },
    { type: 'tag', actions: WRITING, writeFields: ['name', 'slug'] },
  ],
})
