/** Opens the memory at argv[2], closes it, and prints `opened`, or the code of what went wrong. */
import { openMemory } from '@artoo/mkct/node'

const close = (memory) => memory.close().then(() => 'opened')
process.stdout.write(await openMemory({ path: process.argv[2] }).then(close, ({ code }) => code))
