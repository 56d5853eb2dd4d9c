/** The aliases whose option is among names; of `limits.timeMs` the part before the dot counts. */
export function aliasesAmong(names: readonly string[], aliases: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(aliases).filter(([, name]) => names.includes(name.replace(/\..*/, ''))))
}
