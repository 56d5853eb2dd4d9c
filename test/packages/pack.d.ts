interface Packed {
  readonly folder: string
  readonly name: string
  readonly manifest: { readonly version: string }
  readonly tarball: string
}

/** Packs every package as npm would publish it. */
export function pack(directory: string): Promise<readonly Packed[]>
