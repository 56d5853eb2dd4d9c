import { race } from './race.js'

const operations = Number(process.argv[2] ?? 10_000)
const result = await race(operations)
console.log(JSON.stringify(result))
if (result.outside > 0) process.exitCode = 1
