/** One contender in a process of its own, so that nobody pays for another's garbage: runs as many tasks as it is told to. */
const [name, options] = process.argv.slice(2)
const { contender } = await import(`./${name}.mjs`)
const { task, close } = contender(JSON.parse(options))

async function run(count) {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  let calls = 0
  for (let index = 0; index < count; index++) calls = await task()
  const wallMs = (performance.now() - start) / count
  const { user, system } = process.cpuUsage(cpu)
  return { calls, wallMs, cpuMs: (user + system) / 1000 / count }
}

function heapMb() {
  globalThis.gc()
  return process.memoryUsage().heapUsed / 1e6
}

// A forced collection is rare: V8 forgets the hidden classes, and with them the compiled code, of what lives no longer than a task.
process.on('message', async ({ count, heap }) => {
  if (count > 0) process.send({ ...(await run(count)), heapMb: heap ? heapMb() : undefined })
  else {
    await close()
    process.disconnect()
  }
})
process.send({})
