export { doctorWith } from './doctor/doctor.js'
export type { ModelFacts, ReadSettings, Settings } from './doctor/facts.js'
export { init } from './project/init.js'
