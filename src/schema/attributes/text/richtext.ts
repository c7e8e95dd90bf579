/** A long text in Markdown. */
import type { AttributeType } from '../attribute-type.ts'
import { text } from './text.ts'

export const richtext: AttributeType = { ...text, type: 'richtext', example: { body: '# Bread', answer: '# Bread' } }
