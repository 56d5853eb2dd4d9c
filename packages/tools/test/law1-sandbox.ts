import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOnlyEnvironment } from '../src/shell/environment.js'
import { snapshot, temporaryDirectory } from './workspace.js'

/** The shells that `/bin/sh` may be, as far as this machine has them. */
const shells = [
  ['/bin/sh', '-c'],
  ['bash', '--posix', '-c'],
  ['busybox', 'sh', '-c'],
].filter(([program = '', ...options]) => spawnSync(program, [...options, 'exit 0']).status === 0)

/** `npm run test:law1` runs each command in every shell. */
const inEveryShell = process.env.MODE === 'every-shell'

/**
 * Runs each command in one of the shells, in turns, and returns those that changed the tree, with the shell; there should be none. One process
 * runs the commands of a shell: to start each from here would take longer than the command.
 */
export function changing(all: readonly string[]): string[] {
  return shells.flatMap((shell, number) => {
    const commands = all.filter((_, index) => inEveryShell || index % shells.length === number)
    if (!changes(tree(), shell, commands)) return []
    let place = tree()
    const alone = commands.filter((command) => {
      if (!changes(place, shell, [command])) return false
      place = tree()
      return true
    })
    return (alone.length > 0 ? alone : commands).map((command) => `${shell.join(' ')}: ${command}`)
  })
}

/** Whether these commands, one after the other, change the tree. What hangs does: what it would have done is unknown. */
function changes(root: string, shell: readonly string[], commands: readonly string[]): boolean {
  const before = snapshot(root)
  const { signal } = spawnSync(
    '/bin/sh',
    ['-c', `for command do ${shell.join(' ')} "$command"; done`, 'sh', ...commands],
    {
      cwd: root,
      env: readOnlyEnvironment(process.env, root),
      stdio: 'ignore',
      timeout: 10_000 + 100 * commands.length,
      killSignal: 'SIGKILL',
    },
  )
  return signal !== null || snapshot(root) !== before
}

/** A tree of files whose content and names are traps: each writes or runs something when taken for more than text. */
function tree(): string {
  const root = temporaryDirectory()
  const files = {
    f: 'touch pwned\n-o\npwned\n',
    'a.txt': 'one\ntwo\n$(touch pwned)\na[$(touch pwned)]\n',
    'b.txt': 'one\nthree\n',
    'dir/c.txt': '; touch pwned\n',
    '-opwned.txt': '-delete\n',
    '-i.txt': 'x\n',
    'semi; touch pwned;.txt': 'x\n',
    'x.sh': 'touch pwned\n',
  }
  mkdirSync(join(root, 'dir'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  symlinkSync('a.txt', join(root, 'link'))
  const git = (...options: string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...options], { cwd: root })
  const make = (program: string, ...options: string[]) => spawnSync(program, options, { cwd: root })
  make('tar', 'cf', 'a.tar', 'a.txt')
  make('gzip', '-k', 'a.tar')
  make('cp', 'a.tar.gz', 'a.gz')
  make('zip', '-q', 'a.zip', 'a.txt')
  git('init', '-q', '--template=')
  git('add', '.')
  git('commit', '-qm', 'start')
  writeFileSync(join(root, 'b.txt'), 'one\nfour\n')
  return root
}
