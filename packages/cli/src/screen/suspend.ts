/** Stops this process as Ctrl+Z does in a shell; resolves when it goes on. */
export function suspend(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGCONT', () => resolve())
    process.kill(0, 'SIGTSTP')
  })
}
