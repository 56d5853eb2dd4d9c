import { run } from '../packages/run.js'

/** Runs a program and wants it to succeed. @throws {Error} with all that it printed. */
export async function must(command, args, options) {
  const { ok, stdout, output } = await run(command, args, options)
  if (!ok) throw new Error(`${[command, ...args].join(' ')}\n${output.slice(-8000)}`)
  return stdout
}

/** @throws {Error} when a program printed something else. */
export function expectPrinted(who, printed, wanted) {
  if (printed.trim() !== wanted) throw new Error(`${who} printed ${JSON.stringify(printed)}, not ${wanted}`)
}

export const finished = 'complete: 4 °C in Oslo.'
