/**
 * The rules by which evidence is added up and a status is given: `measured` by odds whose constants were fitted, `paper` as the protocol has
 * it, by a product of factors and the conditions of its section 6.1.
 */
export const profiles = ['measured', 'paper'] as const
export type Profile = (typeof profiles)[number]

/** The size of a panel: see `OmegaOptions.panel`. */
export const panelSizes = ['quick', 'standard', 'full'] as const
export type PanelSize = (typeof panelSizes)[number]
