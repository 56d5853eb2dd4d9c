export type InTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Lets works of one name begin one after the other has ended, so that none changes what the one before it looked at. */
export function inTurns(): InTurn {
  const latest = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const own = (latest.get(name) ?? Promise.resolve()).then(work, work)
    latest.set(name, own)
    const leave = () => {
      if (latest.get(name) === own) latest.delete(name)
    }
    own.then(leave, leave)
    return own
  }
}
