import fc from 'fast-check'

/** Any UTF-16 at all, halves of surrogate pairs included, and often what is near ASCII. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0xffff)), { maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes))
