export { factoryThresholds } from './create-device';
export { createSite, type SiteInput } from './create-site';
export { describeState } from './describe-state';
export {
  type DescribedDevice,
  type DescribedLocation,
  loadKinds,
  type SiteDescription,
  type SiteGap,
  type SiteGapKind,
  siteGaps,
  siteProblems,
} from './site-description';
export { ratingsOfSku, type SiteFromOptions, siteFrom } from './site-from';
