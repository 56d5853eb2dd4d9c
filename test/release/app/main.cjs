const { createArtoo } = require('@artoo/sdk')
const { openMemory } = require('@artoo/sdk/node')

console.log(typeof createArtoo, typeof openMemory)
