export { type ManualClock, manualClock } from './testing/manual-clock.js'
export { sequentialIds } from './testing/sequential-ids.js'
