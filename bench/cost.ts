import { costTable } from './cost-table.js'

/** `npm run bench:cost`: prints the table of docs/cost.md, to which a test holds the page. */
console.log(await costTable())
