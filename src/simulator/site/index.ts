export { factoryThresholds } from './create-device';
export { createSite, type SiteInput } from './create-site';
