import assert from 'node:assert/strict';
import type { Panel, Sent } from './panel';

interface Past {
  /** Whose the open is that is there now; absent: closed, or opened by somebody else. */
  opener?: 'us';
  openedAtS?: number;
  closedAtS?: number;
  manualAtS?: number;
  opensAtS: number[];
  movements: number;
  wasOn?: boolean;
  /** What we have set a charger to last. */
  settingA?: number;
}

const amperesOf = (to: Sent['to']) => (typeof to === 'number' ? to : to === 'paused' ? 0 : Number.POSITIVE_INFINITY);

/** Holds every command of a panel against what may never be; to be called after each step. */
export function createRules(panel: Panel) {
  const past = new Map<string, Past>();
  const { settings } = panel;
  let seen = 0;
  let heardAtS = 0;
  let checkedAtS = Number.NaN;
  let lastReading: readonly number[] | undefined;
  let commandsAt = new Map<string, number>();

  const pastOf = (deviceId: string): Past => {
    const own = past.get(deviceId) ?? { opensAtS: [], movements: 0 };
    past.set(deviceId, own);
    return own;
  };
  const limitOf = () => panel.last().summary().lanes[0]?.limit ?? Number.POSITIVE_INFINITY;
  const isHard = () => panel.reading().some((ampere) => ampere > limitOf() * 1.2);

  function others(deviceId: string, own: Past, ours: number) {
    const device = panel.devices[deviceId];
    if (device === undefined) return;
    const added = device.movements.length - own.movements - ours;
    own.movements = device.movements.length;
    if (added <= 0) return;
    delete own.opener;
    // What was closed by somebody else, as far as two looks at it can tell.
    const isOn = !device.open && device.main === 'closed';
    if (isOn && own.wasOn === false) own.manualAtS = panel.seconds();
  }

  function checkOpen({ deviceId, atS, outcome }: Sent, own: Past) {
    const load = settings.loads.find((one) => one.deviceId === deviceId);
    assert(load, `${deviceId} was not named`);
    assert(load.protected !== true, 'a protected device was commanded');
    if (panel.last().claims.find((one) => one.deviceId === deviceId)?.reason.key === 'not-confirmed') {
      own.opener = 'us';
      own.openedAtS = atS;
      own.opensAtS.push(atS);
      return;
    }
    const legs = panel.devices[deviceId]?.load.legs ?? [];
    const draws = panel.devices[deviceId]?.load.draws ?? 0;
    const over = panel
      .reading()
      .some((ampere, axis) => ampere > limitOf() && legs.includes(settings.legs[axis] ?? 'A'));
    assert(over, 'it was opened though no leg of it was above the limit');
    assert(draws >= 0.02 * (settings.groups[0]?.limit ?? 0), 'an idle load was opened');
    if (!isHard()) {
      const day = own.opensAtS.filter((at) => atS - at < 86_400);
      assert(day.length < load.opensADay, 'it was opened more often than it may be');
      if (own.closedAtS !== undefined && load.leastOnMs > 0)
        assert((atS - own.closedAtS) * 1000 >= load.leastOnMs - 20_000, 'it was on for too short a time');
      assert(own.manualAtS === undefined || atS - own.manualAtS > 7_180, 'a manual load was opened');
    }
    if (outcome === 'confirmed' || outcome === 'unknown') {
      own.opener = 'us';
      own.openedAtS = atS;
      own.opensAtS.push(atS);
    }
    // The event carries it out later.
    if (outcome === 'deferred') own.opener = 'us';
  }

  function checkClose({ deviceId, atS, outcome }: Sent, own: Past) {
    const device = panel.devices[deviceId];
    const load = settings.loads.find((one) => one.deviceId === deviceId);
    assert(load !== undefined && device !== undefined, `${deviceId} was not named`);
    assert.equal(own.opener, 'us', 'a circuit was closed that somebody else opened');
    assert.equal(device.main, 'closed', 'a circuit was closed whose main handle is open');
    assert(!device.locked, 'a locked circuit was closed');
    assert(!device.held, 'a circuit in an event was closed');
    assert(atS - heardAtS <= 30, 'a circuit was closed while the readings were silent');
    assert((atS - (own.openedAtS ?? 0)) * 1000 >= load.restMs - 20_000, 'it has not rested');
    if (outcome === 'confirmed' || outcome === 'unknown') {
      delete own.opener;
      own.closedAtS = atS;
    }
  }

  /** A circuit that is open by us is ours until it is closed, or a person is told. */
  function checkKept(deviceId: string, own: Past) {
    const isOurs = own.opener === 'us' && panel.devices[deviceId]?.open === true;
    if (!isOurs || panel.state().loads[deviceId]?.phase !== 'normal') return;
    const isTold = panel.told('needs-person').some((event) => event.deviceId === deviceId);
    assert(isTold, `${deviceId} is open by us, and forgotten`);
  }

  return function check() {
    const reading = panel.reading();
    if (reading !== lastReading) {
      lastReading = reading;
      heardAtS = panel.seconds();
    }
    const fresh = panel.sent.slice(seen);
    seen = panel.sent.length;
    const now = new Map<string, number>();
    for (const deviceId in panel.devices) {
      const moved = fresh.filter((one) => one.deviceId === deviceId && ['confirmed', 'unknown'].includes(one.outcome));
      const own = pastOf(deviceId);
      others(deviceId, own, moved.length);
      const device = panel.devices[deviceId];
      // What moves twice between two ticks the manager cannot see.
      if (panel.seconds() !== checkedAtS) own.wasOn = device?.open === false && device.main === 'closed';
    }
    for (const sent of fresh) {
      const before = commandsAt.get(sent.deviceId);
      assert(before === undefined || before !== sent.atS, 'a command was sent twice');
      now.set(sent.deviceId, sent.atS);
      if (sent.to === 'open') checkOpen(sent, pastOf(sent.deviceId));
      else if (sent.to === 'closed') checkClose(sent, pastOf(sent.deviceId));
      else {
        const toA = amperesOf(sent.to);
        const { settingA = Number.POSITIVE_INFINITY } = pastOf(sent.deviceId);
        if (panel.seconds() - heardAtS > 60) assert(toA <= settingA, `a charger was raised to ${toA} A in silence`);
        if (sent.outcome === 'confirmed' || sent.outcome === 'unknown') pastOf(sent.deviceId).settingA = toA;
      }
    }
    commandsAt = now;
    for (const deviceId in panel.devices) checkKept(deviceId, pastOf(deviceId));
    checkedAtS = panel.seconds();
  };
}
