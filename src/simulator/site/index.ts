export { factoryThresholds } from './create-device';
export { createSite, type SiteInput } from './create-site';
export { describeState } from './describe-state';
export type { DescribedDevice, DescribedLocation, SiteDescription, SiteGap, SiteGapKind } from './described-site';
export { loadKinds, siteProblems } from './site-description';
export { ratingsOfSku, type SiteFromOptions, siteFrom } from './site-from';
