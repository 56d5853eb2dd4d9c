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

export interface Sandbox {
  /** The shells that changed the tree when they ran the command; there should be none. */
  changedBy(command: string): string[]
}

/** A tree of files whose content and names are traps: each writes or runs something when taken for more than text. */
export function sandbox(): Sandbox {
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
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'start')
  writeFileSync(join(root, 'b.txt'), 'one\nfour\n')
  const before = snapshot(root)
  const env = readOnlyEnvironment(process.env, root)
  return {
    changedBy: (command) =>
      shells
        .filter(([program = '', ...options]) => {
          spawnSync(program, [...options, command], {
            cwd: root,
            env,
            stdio: 'ignore',
            timeout: 5000,
            killSignal: 'SIGKILL',
          })
          return snapshot(root) !== before
        })
        .map((shell) => shell.join(' ')),
  }
}
