import { spawn } from 'node:child_process'
import { sandbox } from '@artoo/sandbox'

// A host of its own: it starts a confined program that writes on and on, and stays, or leaves without closing its sandbox.
const [root = '', then = ''] = process.argv.slice(2)
const box = await sandbox()
const { argv, env } = await box.confine(['/bin/sh', '-c', 'while :; do echo beat >> beat; sleep 0.05; done'], {
  ...{ cwd: root, env: { PATH: process.env.PATH ?? '' }, signal: new AbortController().signal },
  confinement: { write: [root], readOnly: [], unreadable: [], network: [] },
})
const [file = '', ...args] = argv
if (then === 'leaves') process.stdout.write('leaves\n')
else
  spawn(file, args, { cwd: root, env, stdio: 'ignore', detached: true }).once('spawn', () =>
    process.stdout.write('stays\n'),
  )
