/** What set a capture off. `phase` is 0 or 1. */
export type Trigger =
  | { readonly kind: 'immediate' }
  | { readonly kind: 'overcurrent' | 'sag' | 'swell'; readonly phase: 0 | 1 };

/** Reads a trigger's text, such as `Phase 0 Overcurrent` or `Phase A Undervoltage`; unknown text captures as it is. */
export function parseTrigger(text: string): Trigger {
  const match = /^phase ([01ab]) (overcurrent|undervoltage|overvoltage|sag|swell)$/i.exec(text);
  const [, phaseName = '', event = ''] = match ?? [];
  if (match === null) return { kind: 'immediate' };
  const phase = /[1b]/i.test(phaseName) ? 1 : 0;
  switch (event.toLowerCase()) {
    case 'overcurrent':
      return { kind: 'overcurrent', phase };
    case 'undervoltage':
    case 'sag':
      return { kind: 'sag', phase };
    default:
      return { kind: 'swell', phase };
  }
}
