// Puts a link in the place of a folder and of a file and takes it away again, as fast as it can, until the root is gone.
import { renameSync } from 'node:fs'
import { join } from 'node:path'

const [root] = process.argv.slice(2)
const spare = join(root, '..', 'spare')
const swaps = [
  [join(root, 'a/b'), join(spare, 'folder'), join(spare, 'folder-link')],
  [join(root, 'a/file.txt'), join(spare, 'file'), join(spare, 'file-link')],
].map(([place, real, link]) => ({ place, real, link }))

try {
  process.send?.('ready')
  for (;;) {
    for (const { place, real, link } of swaps) {
      renameSync(place, real)
      renameSync(link, place)
    }
    for (const { place, real, link } of swaps) {
      renameSync(place, link)
      renameSync(real, place)
    }
  }
} catch {
  process.disconnect?.()
}
