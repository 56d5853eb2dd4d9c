// The operations that no task needs, loaded with the first call of one.
export { createDreams } from '../dreamer/dream.js'
export { checkSelector, forgetRecords } from '../forget/forget.js'
export { makeRoom } from '../forget/make-room.js'
export { repairStore } from '../integrity/repair.js'
export { verifyStore } from '../integrity/verify.js'
export { exportLines, importLines } from '../portability/export-import.js'
export { explainPair } from '../read/explain.js'
export { iterateRecords, summaryOf } from '../read/inspect.js'
