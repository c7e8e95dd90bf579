// npm run test:night: the longest forms, for a machine that has hours to spare.
import './install.mjs'
import { runForms } from './long/run-forms.mjs'

await runForms('night', process.argv.slice(2))
