/** Ways of choosing what to ask, as the server's policy names them. */
export const STRATEGIES = [
  'auto',
  'margin',
  'entropy',
  'least_confidence',
  'seed_band',
  'badge',
  'k_center',
  'typiclust',
  'prob_cover',
  'density_margin',
  'power_margin',
  'balanced_margin',
  'random',
] as const;
