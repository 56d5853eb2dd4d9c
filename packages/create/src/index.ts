#!/usr/bin/env node
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// `npm create @artoo my-agent` is `artoo init my-agent`.
const manifest = createRequire(import.meta.url).resolve('@artoo/cli/package.json')
process.argv.splice(2, 0, 'init')
await import(pathToFileURL(join(dirname(manifest), 'dist', 'bin.js')).href)
