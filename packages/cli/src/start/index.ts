export { doctor } from './doctor/doctor.js'
export { init } from './project/init.js'
