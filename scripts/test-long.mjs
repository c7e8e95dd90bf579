// npm run test:long: the long forms of the tests that have one, within an hour on two idle cores.
import './install.mjs'
import { runForms } from './long/run-forms.mjs'

await runForms('long', process.argv.slice(2))
