const decimals = 12

/** The distance between two neighbouring measured values. */
export const quantum = 10 ** -decimals

/**
 * Rounds a measured value to 12 decimals, so that equality at a threshold means in floating point what it means on
 * paper: 0.74 − 0.64 is 0.1, not 0.09999999999999998.
 */
export function onGrid(value: number): number {
  const rounded = Number(value.toFixed(decimals))
  return rounded === 0 ? 0 : rounded
}
