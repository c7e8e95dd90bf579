/**
 * Makes every run of a property ask the same, so that a change is judged by what it did. `npm run test:long` asks
 * something new each time.
 */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 1) })
