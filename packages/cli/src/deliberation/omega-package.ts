import { optionalPackage } from '../agent/optional-package.js'

/** `@artoo/omega`, which isn't installed with this package. @throws {ArtooError} `missing_package` */
export const omegaPackage = () =>
  optionalPackage({ packages: ['@artoo/omega'], command: 'artoo deliberate' }, () => import('@artoo/omega'))

export type OmegaPackage = Awaited<ReturnType<typeof omegaPackage>>
