import { deferredTable } from './deferred-table.js'

/** `npm run bench:deferred`: prints the table of docs/cost.md on deferred tools. */
console.log(await deferredTable())
