import type { TextsOf } from '../../src/admin-api';
import type english from './locales/en-US/waveform-capture.json';

/** The triggers of the specification, and the same of the other phase. spec 2.4 */
const triggerKeys = {
  Immediate: 'words.trigger.immediate',
  'Phase 0 Overcurrent': 'words.trigger.overcurrentA',
  'Phase 1 Overcurrent': 'words.trigger.overcurrentB',
  'Phase A Overcurrent': 'words.trigger.overcurrentA',
  'Phase B Overcurrent': 'words.trigger.overcurrentB',
  'Phase 0 Undervoltage': 'words.trigger.undervoltageA',
  'Phase 1 Undervoltage': 'words.trigger.undervoltageB',
  'Phase A Undervoltage': 'words.trigger.undervoltageA',
  'Phase B Undervoltage': 'words.trigger.undervoltageB',
} as const;

/** What a trigger is; the full list is not documented, and any other is told as the service has it. spec 2.4 */
export function triggerWords(trigger: string, text: TextsOf<typeof english>): string {
  return Object.hasOwn(triggerKeys, trigger) ? text(triggerKeys[trigger as keyof typeof triggerKeys]) : trigger;
}
