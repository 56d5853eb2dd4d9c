import { wireTable } from './wire-table.js'

/** `npm run bench:wire`: prints the table over HTTP of docs/cost.md. */
console.log(await wireTable())
process.exit(0)
