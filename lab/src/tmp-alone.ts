import { fitted } from './controller/calibration.js'
import { sets, type SetName } from './controller/sets.js'
import { studyFamilies } from './controller/study-all.js'
import { controllerTables, ours } from './report/controller-tables.js'
import { summariesOf } from './report/summaries.js'
const set = process.argv[2] as SetName
const results = { sets: { 'held-out': studyFamilies(sets[set], Number(process.argv[3])) }, byNaming: [], tasks: 1 }
const { policies, families, reliability, parts } = controllerTables(results)
console.log([policies, families, parts, reliability].join('\n\n'))
console.log(fitted(summariesOf(results.sets['held-out']).delivered(ours)))
