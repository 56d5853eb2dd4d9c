/** Draws the pictures of docs/diagrams from the sources and from runs: `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { pictures } from './pictures.js'

for (const [path, draw] of Object.entries(pictures)) writeFileSync(path, await draw())
