/** What other features use. */
export { ScheduleCard } from './schedule/schedule-card.tsx'
