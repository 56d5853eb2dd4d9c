// What no task asks for, loaded with the first call that does.
export { createDreams } from './dreamer/dream.js'
export { explainPair } from './explain.js'
export { checkSelector, forgetRecords } from './forget.js'
export { iterateRecords, summaryOf } from './inspect.js'
export { repairStore } from './integrity/repair.js'
export { verifyStore } from './integrity/verify.js'
export { exportLines, importLines } from './portability.js'
