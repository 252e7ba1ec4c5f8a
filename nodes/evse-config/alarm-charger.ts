import type { TextsOf } from '../../src/admin-api';
import type { ChargerChangeRequest, ChargerOperator } from '../../src/control';
import { type DevicesSummary, type MessageContext, presentDevices, withNames } from '../../src/runtime';
import type { ActingAlarm, SceneMemory, Turn } from '../../src/runtime/scenes';
import type { ChargerLeftReason, ChargerLimit, RememberedCharger } from '../../src/scene';
import { limitCharger, restoreCharger } from './alarm-work';
import type english from './locales/en-US/evse-config.json';

type Row = Readonly<Record<string, unknown>>;

interface ChargerAlarm extends MessageContext {
  readonly operator: ChargerOperator;
  readonly memory: SceneMemory<RememberedCharger>;
  readonly alarm: ActingAlarm;
  readonly limit: ChargerLimit;
  readonly request: Omit<ChargerChangeRequest, 'deviceId' | 'change' | 'choose'>;
  readonly isDryRun: boolean;
  /** The node's chargers; read only when an alarm began. */
  readonly devices: () => Promise<readonly string[]>;
  readonly turn: Turn;
  /** The texts of this node. */
  readonly text: TextsOf<typeof english>;
}

/** Limits chargers at an alarm, restores them when the last one has ended, or forgets them; sends the message on. */
export async function runChargerAlarm(input: ChargerAlarm): Promise<void> {
  const { alarm, memory, request, turn, msg, run, status, text, limit } = input;
  const { scene, lasting: alarms } = alarm;
  await alarm.saved;
  if (alarm.do !== 'set') await turn.older(run.signal);
  const remembered = memory.circuits(scene);
  if (alarm.do === 'forget') {
    await memory.forget(
      scene,
      remembered.map(({ deviceId }) => deviceId),
    );
    msg.payload = { alarms, do: 'forget', forgotten: remembered.length };
    status.show('fresh', text('badge.forgotten', { count: remembered.length }));
    run.send(msg);
    return;
  }
  const chargerOf = new Map(remembered.map((charger) => [charger.deviceId, charger]));
  const deviceIds = alarm.do === 'set' ? await input.devices() : [...chargerOf.keys()];
  const undecided = new Set(deviceIds);
  const work = {
    ...input,
    scene,
    // The next alarm is decided by what is read: a charger shows a change seconds after it took it.
    shared: { ...request, readBackMs: request.readBackMs ?? 0 },
    onDecided(deviceId: string) {
      undecided.delete(deviceId);
      if (undecided.size === 0) turn.end();
    },
  };
  await presentDevices({
    ...input,
    deviceIds,
    single: false,
    deviceDeadlineMs: 120_000 + (request.readBackMs ?? 0),
    work(deviceId) {
      const charger = chargerOf.get(deviceId);
      return alarm.do === 'set' || charger === undefined
        ? limitCharger(work, deviceId, limit)
        : restoreCharger(work, charger);
    },
    summarize: (rows) => summarize(input, rows),
  });
}

/**
 * The payload of an alarm: {`alarms`, `do`, `set` or `restored`, `unchanged`, `failed`, `results`[], `leftOut`[],
 * `remembered`}, and its badge.
 */
function summarize({ alarm, memory, text, run }: ChargerAlarm, rows: readonly Row[]): DevicesSummary {
  const { scene, lasting: alarms } = alarm;
  const deed = alarm.do === 'set' ? 'set' : 'restored';
  const results = rows.filter((row) => !('leftOut' in row));
  const leftOut = rows.flatMap(({ deviceId, leftOut }) =>
    leftOut === undefined ? [] : [{ deviceId: String(deviceId), reason: leftOut as ChargerLeftReason }],
  );
  const failed = results.filter((row) => 'error' in row).length;
  const unchanged = results.filter(({ outcome }) => outcome === 'unchanged').length;
  const done = results.length - failed - unchanged;
  const saved = memory.trouble() === undefined;
  const doubtful = results.some(({ outcome }) => outcome === 'unknown');
  const dry = results.some(({ outcome }) => outcome === 'dry-run');
  const count = failed === 0 ? String(done) : `${done}/${done + failed}`;
  return {
    payload: {
      alarms,
      do: alarm.do,
      [deed]: done,
      unchanged,
      failed,
      results,
      leftOut: leftOut.map((one) => withNames({ ...one, message: text(`leftOut.${one.reason}`) }, run.namesOf)),
      remembered: memory.circuits(scene).length,
      ...(saved ? {} : { saved: false }),
    },
    look: failed > 0 || doubtful || !saved ? 'warning' : dry ? 'dry-run' : 'fresh',
    badge: alarm.do !== 'set' && rows.length === 0 ? text('badge.nothing') : text(`badge.${deed}`, { count }),
  };
}
