import { race } from './race.js'

const operations = Number(process.argv[2] ?? 10_000)
const atOnce = 1000
for (let done = 0; done < operations; done += atOnce) {
  const result = await race(Math.min(atOnce, operations - done))
  console.log(JSON.stringify(result))
  if (result.outside > 0) process.exitCode = 1
}
