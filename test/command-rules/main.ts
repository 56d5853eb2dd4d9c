import { fuzzedLines } from './fuzz.js'

/** `npm run test:command-rules -- [lines] [seed]`: what dash and bash run of random lines, and what the rules for commands say of them. */
const [lines = '5000', seed = '1'] = process.argv.slice(2)
const { faults, runs, touched, overcautious, covered } = await fuzzedLines(Number(lines), Number(seed))
for (const { fault, line } of faults) console.error(`${fault}\n  ${JSON.stringify(line)}`)
console.log(
  `${lines} lines from seed ${seed}: ${runs} programs ran, ${touched} denials met and ${overcautious} more, ${covered} lines covered, ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0
