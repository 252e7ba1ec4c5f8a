import { refusal } from '../../src/control';
import { invalidInput, type Message } from '../../src/runtime';
import { readAlarm } from '../../src/runtime/scenes';
import { problem } from '../../src/schema';

/** Meters report every five minutes, and one report may be lost: what they tell is not older. spec 2.3 */
const lateMs = 900_000;

/** Whether a message tells that an alarm begins; throws for what no watch sends. */
export function beginsAlarm(msg: Message): boolean {
  const { kind } = readAlarm(msg);
  if (kind !== 'restore' && kind !== 'forget') return kind === 'alarm';
  throw invalidInput('the message is no alarm', [
    problem('payload', 'alarmMessage', 'must be an alarm of circuit-watch'),
  ]);
}

/** Refuses an alarm that is told late, at the end of quiet hours or after a restart: nobody knows whether it still lasts. */
export function checkAlarmAge(msg: Message, serviceNowMs: number): void {
  const { at, deviceId } = msg;
  if (typeof at === 'number' && serviceNowMs - at > lateMs)
    throw refusal('COMMAND_EXPIRED', String(deviceId), 'is named by an alarm that is older than 15 minutes', {
      kind: 'lateAlarm',
      minutes: lateMs / 60_000,
    });
}
