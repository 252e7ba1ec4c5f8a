import type { Node, NodeAPI } from 'node-red';
import {
  type ChargeWindow,
  nextShiftChange,
  sameWindows,
  shiftWindows,
  type WindowZones,
  zoneShift,
} from '../../src/charging';
import { ClientError } from '../../src/client';
import type { Clock, Timer } from '../../src/clock';
import type { ChargerChange, ChargerOperator, ChargerResult } from '../../src/control';
import { onceStarted } from '../../src/runtime';
import type { KeptWindows, WindowMemory } from './window-memory';

/** A machine sleeps, its clock is set, a charger is offline: whatever it is, the windows are looked at again. */
const lookMs = 3_600_000;

interface KeeperOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly memory: WindowMemory;
  /** Undefined: this node draws no windows, or draws them in the clock of the charger. */
  readonly zones: WindowZones | undefined;
}

/** What was done with a charger's windows when a clock changed. */
export type KeptResult = ChargerResult & { readonly reason: 'clock-change'; readonly leftOut?: 'changed-since' };

/**
 * Keeps the charge windows that a node wrote right when the clock of the zone they were drawn in changes: they are
 * rewritten where the charger still has what was written, by a message that the node gives itself.
 */
export interface WindowKeeper {
  /** The change with its windows by the clock of the charger. */
  inChargerTime(change: ChargerChange): ChargerChange;
  /** Writes a change, and remembers its windows: before, so that no crash leaves windows that nobody moves. */
  write(
    service: string,
    change: ChargerChange,
    deviceId: string,
    send: () => Promise<ChargerResult>,
  ): Promise<ChargerResult>;
  /** Whether the node gave itself this message, because a clock has changed. */
  isOwn(msg: object): boolean;
  /** What is to be rewritten now. What is of another service, or of chargers that the node names no more, is forgotten. */
  stale(service: string, isNamed: (deviceId: string) => boolean): Promise<readonly KeptWindows[]>;
  rewrite(
    kept: KeptWindows,
    change: (
      input: Pick<Parameters<ChargerOperator['change']>[0], 'deviceId' | 'change' | 'choose'>,
    ) => Promise<ChargerResult>,
  ): Promise<KeptResult>;
  close(isRemoved: boolean): Promise<void>;
}

export function createWindowKeeper({ RED, node, clock, memory, zones }: KeeperOptions): WindowKeeper {
  const own = new WeakSet<object>();
  /** Chargers whose dry run was shown, with the shift it was of. */
  const shown = new Map<string, number>();
  let timer: Timer | undefined;

  const isStale = (kept: KeptWindows) => {
    const shift = zoneShift(clock.now(), kept.zones);
    return shift !== kept.shift && shown.get(kept.deviceId) !== shift;
  };

  function look(): void {
    if (memory.ofNode(node.id).some(isStale)) {
      const msg = {};
      own.add(msg);
      node.receive(msg);
    }
    watch();
  }

  function watch(): void {
    timer?.cancel();
    const kept = memory.ofNode(node.id);
    if (zones === undefined || kept.length === 0) return;
    const nowMs = clock.now();
    const changes = kept.map((one) => nextShiftChange(nowMs, one.zones) ?? nowMs + lookMs);
    timer = clock.after(Math.min(lookMs, ...changes.map((atMs) => atMs - nowMs)), look);
    timer.unref?.();
  }

  const onStarted = () => {
    // A node that draws in the clock of the charger has nothing to keep any more.
    if (zones === undefined) memory.forgetNode(node.id);
    else look();
  };
  const endWatch = onceStarted(RED.events, onStarted);

  function shiftNow(): number {
    return zones === undefined ? 0 : zoneShift(clock.now(), zones);
  }

  return {
    inChargerTime(change) {
      const drawn = windowsOf(change);
      return drawn === undefined ? change : withWindows(change, shiftWindows(drawn, shiftNow()));
    },
    async write(service, change, deviceId, send) {
      const sent = windowsOf(change);
      if (sent === undefined) return send();
      const before = memory.ofCharger(service, deviceId);
      const restore = () => (before === undefined ? memory.forget(service, deviceId) : memory.remember(before));
      if (zones !== undefined) {
        const shift = shiftNow();
        const drawn = shiftWindows(sent, -shift);
        await memory.remember({ service, deviceId, nodeId: node.id, zones, drawn, sent, shift });
      }
      let isWritten = false;
      try {
        const result = await send();
        isWritten = result.outcome !== 'superseded' && result.outcome !== 'dry-run';
        // Other windows than a node keeps: it has nothing to keep there.
        if (isWritten && zones === undefined) await memory.forget(service, deviceId);
        return result;
      } catch (error) {
        isWritten = error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME';
        throw error;
      } finally {
        if (!isWritten && zones !== undefined) await restore();
        watch();
      }
    },
    isOwn: (msg) => own.has(msg),
    async stale(service, isNamed) {
      const isKept = (kept: KeptWindows) => kept.service === service && isNamed(kept.deviceId);
      const kept = memory.ofNode(node.id);
      for (const one of kept) if (!isKept(one)) await memory.forget(one.service, one.deviceId);
      return kept.filter((one) => isKept(one) && isStale(one));
    },
    async rewrite(kept, change) {
      const { service, deviceId } = kept;
      const shift = zoneShift(clock.now(), kept.zones);
      const sent = shiftWindows(kept.drawn, shift);
      const wanted = withWindows({}, sent);
      let isChanged = false;
      const result = await change({
        deviceId,
        change: wanted,
        async choose({ configuration }) {
          const has = configuration?.windowConfiguration?.windows;
          const isOurs = sameWindows(has, kept.sent);
          isChanged = !isOurs && !sameWindows(has, sent);
          return isOurs ? wanted : undefined;
        },
      });
      const reason = 'clock-change' as const;
      if (isChanged) {
        await memory.forget(service, deviceId);
        return { ...result, reason, leftOut: 'changed-since' };
      }
      if (result.outcome === 'dry-run') shown.set(deviceId, shift);
      // Of an unknown outcome the next look finds out.
      if (['confirmed', 'accepted', 'unchanged'].includes(result.outcome))
        await memory.remember({ ...kept, sent, shift });
      return { ...result, reason };
    },
    async close(isRemoved) {
      timer?.cancel();
      endWatch();
      if (isRemoved) await memory.forgetNode(node.id);
    },
  };
}

function windowsOf({ configuration }: ChargerChange): readonly ChargeWindow[] | undefined {
  return configuration?.windowConfiguration?.windows as readonly ChargeWindow[] | undefined;
}

function withWindows(change: ChargerChange, windows: readonly ChargeWindow[]): ChargerChange {
  return {
    ...change,
    configuration: { ...change.configuration, windowConfiguration: { windows } },
  } as ChargerChange;
}
