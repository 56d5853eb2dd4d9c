#!/usr/bin/env node
import { main } from './command-line/main.js'
import { surroundingsOf } from './command-line/surroundings.js'

const { surroundings, exit } = surroundingsOf(process)
exit(await main(process.argv.slice(2), surroundings))
