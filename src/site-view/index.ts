export type { LiveAnswer, LiveChanges, LiveDevice } from './live-device';
export type { Site, SiteDevice, SiteLocation, SiteTree } from './site';
