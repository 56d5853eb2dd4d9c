export { type ManualClock, manualClock } from './manual-clock.js'
export { sequentialIds } from './sequential-ids.js'
