/** What other features use to show what clients of the content API get. */
export { AnswerText } from './answer-text.tsx'
export { CallerChoice, callerOf } from './caller-choice.tsx'
export { MissingParts } from './missing-parts.tsx'
