import { fuzzJudge, implementationsOf } from '../../packages/tools/test/script-fuzz.js'

/** `npm run test:law1 [-- runs [seed]]`: what the judges of sed and awk call free runs in every implementation here. */
const [count = 5000, seed = 1] = process.argv.slice(2).map(Number)

for (const language of ['sed', 'awk']) {
  const names = implementationsOf(language).map((words) => words.join(' '))
  if (names.length === 0) {
    console.log(`${language}: skipped, none is installed`)
    continue
  }
  const { ran, made, valid, harmful } = fuzzJudge(language, { count, seed })
  console.log(
    `${language} (seed ${seed}): ${ran} of ${made} scripts are free, ${valid} of these valid; ran in ${names.join(', ')}`,
  )
  for (const { script, implementation } of harmful)
    console.log(`  HARM in ${implementation}: ${JSON.stringify(script)}`)
  if (harmful.length > 0) process.exitCode = 1
}
