import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileJournal } from '@artoo/sdk/node'
import { task } from './task.js'

const folder = mkdtempSync(join(tmpdir(), 'artoo-app-'))
console.log(await task({ journal: fileJournal(folder) }))
rmSync(folder, { recursive: true })
