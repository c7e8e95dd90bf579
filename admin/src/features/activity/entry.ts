/** What other features use. */
export { authorText } from './author-text.ts'
export { AddToRelease } from './releases/add-to-release.tsx'
export { ScheduleCard } from './schedule/schedule-card.tsx'
