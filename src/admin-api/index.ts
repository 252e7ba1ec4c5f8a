export type { AccountHealth, HealthPart, StreamHealth } from './account-health';
export type { LiveAnswer, LiveChanges, LiveDevice } from './live-device';
export type { MadeByGone } from './made-by-gone';
export type { Site, SiteDevice, SiteLocation, SiteTree } from './site';
export {
  type SharedTextKey,
  type SharedTexts,
  sidebarKey,
  type TextKey,
  type Texts,
  type TextsOf,
  textKey,
} from './text-key';
