export type { AccountHealth, HealthPart, StreamHealth } from './account-health';
export type { LiveAnswer, LiveChanges, LiveDevice } from './live-device';
export type { MadeByGone } from './made-by-gone';
export type { Site, SiteDevice, SiteLocation, SiteTree } from './site';
export { sidebarKey, textKey } from './text-key';
