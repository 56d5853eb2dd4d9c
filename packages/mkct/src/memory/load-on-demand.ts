/** Loads the operations that no task needs, with the first call of one. */
export const onDemand = () => import('./on-demand.js')
