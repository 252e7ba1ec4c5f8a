import type { TokenKind } from '../../catalog';

/** The nodes that call an operation which takes no other kind of token; without it they do not work, or not in full. */
export const nodesByToken: Readonly<Record<TokenKind, readonly string[]>> = {
  APP: ['stream-receiver', 'webhook-in', 'circuit-watch', 'cloud-call'],
  ORG: [
    'breaker-control',
    'breaker-device',
    'meter-read',
    'evse-config',
    'batch-schedule',
    'waveform-capture',
    'circuit-watch',
    'load-manager',
    'cloud-call',
  ],
};
