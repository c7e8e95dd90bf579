import { partsOf } from '../parts-of.ts'

export default partsOf(import.meta.glob('./*.json', { eager: true, import: 'default' }))
