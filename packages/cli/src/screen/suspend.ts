/** Milliseconds to wait for the stop. A process that was started without a shell isn't stopped and goes on. */
const soon = 50

/** Stops this process as Ctrl+Z does in a shell; resolves when it goes on. */
export function suspend(): Promise<void> {
  return new Promise((resolve) => {
    process.kill(0, 'SIGTSTP')
    setTimeout(resolve, soon)
  })
}
