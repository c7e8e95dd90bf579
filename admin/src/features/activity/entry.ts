/** What other features use. */
export { authorText } from './author-text.ts'
export { ScheduleCard } from './schedule/schedule-card.tsx'
