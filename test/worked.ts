/** Milliseconds that this process has worked: on a busy machine it waits longer and works as long. */
export function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
