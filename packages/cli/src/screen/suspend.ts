/** Milliseconds after which a process goes on that nothing could stop: it was started without a shell. */
const soon = 50

/** Stops this process as Ctrl+Z does in a shell; resolves when it goes on. */
export function suspend(): Promise<void> {
  return new Promise((resolve) => {
    process.kill(0, 'SIGTSTP')
    setTimeout(resolve, soon)
  })
}
