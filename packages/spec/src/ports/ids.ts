/** Returns an identifier that it has not returned before. */
export type IdGenerator = () => string
