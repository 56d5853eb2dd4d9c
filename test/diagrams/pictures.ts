import { lifePicture } from './life.js'
import { packagesPicture } from './packages.js'
import { resumePicture } from './resume.js'
import { runPicture } from './run.js'

/** The pictures of the docs by their paths. */
export const pictures: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/diagrams/run.svg': runPicture,
  'docs/diagrams/life.svg': lifePicture,
  'docs/diagrams/resume.svg': resumePicture,
  'docs/diagrams/packages.svg': packagesPicture,
}
