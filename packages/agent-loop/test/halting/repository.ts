/** The line of work as sets of commits: what stands at each head. */
export interface Repository {
  prepare(head: string | null): string
  /** What stands at the head is made by these commits. */
  at(head: string | null): ReadonlySet<string>
  integrate(): { readonly commit: string; readonly head: string }
  revert(commits: readonly string[]): string
  readonly head: string
}

export function repository(): Repository {
  const heads = new Map<string, ReadonlySet<string>>([['h0', new Set()]])
  let head = 'h0'
  let count = 0
  const moved = (commits: ReadonlySet<string>) => {
    head = `h${++count}`
    heads.set(head, commits)
    return head
  }
  const at = (name: string | null) => {
    const commits = heads.get(name ?? 'h0')
    if (!commits) throw new Error(`there is no ${name}`)
    return commits
  }
  return {
    get head() {
      return head
    },
    at,
    prepare(wanted) {
      at(wanted)
      head = wanted ?? head
      return head
    },
    integrate() {
      const commit = `c${++count}`
      return { commit, head: moved(new Set([...at(head), commit])) }
    },
    revert(commits) {
      const left = new Set(at(head))
      for (const commit of commits) if (!left.delete(commit)) throw new Error(`${commit} does not stand at ${head}`)
      return moved(left)
    },
  }
}
