/** A title as a part of an address: `Größe & Gewicht` becomes `groesse-gewicht`. */
export function slug(title) {
  return title.toLowerCase().replace(' ', '-')
}
