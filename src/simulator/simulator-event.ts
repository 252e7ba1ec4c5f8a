import type { deviceOnboardingEvent, deviceOverrideEvent, shareDeviceCodeEvent, userPermissionEvent } from '../catalog';
import type { Infer } from '../schema';
import type { Instant } from './state';

/** What happened; the payloads of the four webhooks are those of spec 6.1. */
export type Happening =
  | {
      readonly type: 'handle-changed';
      readonly deviceId: string;
      readonly handle: 'remote' | 'main';
      readonly position: 'open' | 'closed';
      readonly source: string;
    }
  | { readonly type: 'device-commissioned'; readonly payload: Infer<typeof deviceOnboardingEvent> }
  | { readonly type: 'permission-changed'; readonly payload: Infer<typeof userPermissionEvent> }
  | { readonly type: 'participation-changed'; readonly payload: Infer<typeof deviceOverrideEvent> }
  | { readonly type: 'share-code-changed'; readonly payload: Infer<typeof shareDeviceCodeEvent> }
  | {
      readonly type: 'waveform-captured';
      readonly deviceId: string;
      readonly waveformId: string;
      readonly waveformType: 'waveform' | 'fastRMS';
    }
  | { readonly type: 'evse-changed'; readonly deviceId: string };

/** Something that happened in the simulated service, with the instant on its clock. */
export type SimulatorEvent = Happening & { readonly at: Instant };
