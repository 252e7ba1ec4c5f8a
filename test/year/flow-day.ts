import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import type { PanelDevice } from '../../src/simulator';
import { core, olderExamples, readStored } from '../examples/example-files';
import type { FlowNode, Registration } from '../support/node-red-test-helper';
import { serviceAccount, startRuntime } from '../support/runtime';
import { startService } from '../support/simulated-service';
import { turnFor } from '../support/turn-clock';
import { dayMs, minuteMs, share } from './day';
import { readEveryMs } from './house';
import { seasonStartMs } from './season';

/** What the flow of 0.1.0 for peak shaving does in the first day of a season. */
export interface FlowDay {
  readonly name: string;
  readonly limitVa: number;
  readonly opens: number;
  readonly idleOpens: number;
  readonly opensByLoad: Readonly<Record<string, number>>;
}

const path = '03-automation/02-peak-shaving-by-priority.json';
/** The flow's own limit, and below which it brings back; both are put at the same share of the limit of the day. */
const ownLimits = { limitVa: 9_000, backVa: 5_000 };
const idleShare = 0.02;

const voltAmperes = ({ electrical }: PanelDevice) =>
  electrical.currentA * electrical.voltageAN + (electrical.currentB ?? 0) * (electrical.voltageBN ?? 0);

export async function runFlowDay(name: string): Promise<FlowDay> {
  await import('got');
  const startMs = seasonStartMs(name);
  const stored = readStored(path, olderExamples);
  const measured = new Set(
    stored.flatMap(({ type, devices }) => (type === 'meter-read' ? (devices as readonly string[]) : [])),
  );
  const limitVa = share * (await highestVa(startMs, measured));
  const service = await startService({ clock: createManualClock(startMs) });
  const { clock, simulator } = service;
  const { controls } = simulator;
  const { flow, credentials } = withLimit(stored, limitVa, serviceAccount(service, { commandSpacing: 1 }));
  const files = new Set(flow.flatMap(({ type }) => (type in core ? [core[type]] : [])));
  const nodes = [...files].map((file) => require(`@node-red/nodes/core/${file}`) as Registration);
  const red = await startRuntime({ clock, flow, credentials, nodes });
  const opensByLoad: Record<string, number> = {};
  let idleOpens = 0;
  const recentVa = new Map<string, readonly number[]>();
  controls.onEvent((event) => {
    if (event.type !== 'handle-changed' || event.position !== 'open') return;
    const label = controls.devices().find(({ id }) => id === event.deviceId)?.label ?? event.deviceId;
    opensByLoad[label] = (opensByLoad[label] ?? 0) + 1;
    if (Math.max(...(recentVa.get(event.deviceId) ?? [])) < idleShare * limitVa) idleOpens++;
  });
  for (let passedMs = 0; passedMs < dayMs; passedMs += readEveryMs) {
    await turnFor(clock, readEveryMs);
    for (const device of controls.devices())
      recentVa.set(device.id, [...(recentVa.get(device.id) ?? []).slice(-minuteMs / readEveryMs), voltAmperes(device)]);
  }
  await red.stop();
  await service.close();
  const opens = Object.values(opensByLoad).reduce((sum, count) => sum + count, 0);
  return { name, limitVa: Math.round(limitVa), opens, idleOpens, opensByLoad };
}

async function highestVa(startMs: number, measured: ReadonlySet<string>): Promise<number> {
  const { clock, simulator, close } = await startService({ clock: createManualClock(startMs) });
  let highest = 0;
  for (let passedMs = 0; passedMs < dayMs; passedMs += minuteMs) {
    await clock.advance(minuteMs);
    const meters = simulator.controls.devices().filter(({ id }) => measured.has(id));
    assert.equal(meters.length, measured.size, 'the flow names the devices of the demo site');
    highest = Math.max(
      highest,
      meters.reduce((sum, device) => sum + voltAmperes(device), 0),
    );
  }
  await close();
  return highest;
}

/** The stored flow, its two limits changed as its description says, with the account of a service. */
function withLimit(
  stored: readonly FlowNode[],
  limitVa: number,
  { account, credentials }: ReturnType<typeof serviceAccount>,
) {
  const backVa = (limitVa * ownLimits.backVa) / ownLimits.limitVa;
  const own = stored.find(({ type }) => type === 'breaker-account')?.id ?? assert.fail('the flow has an account');
  const before = `LIMIT_VA = ${ownLimits.limitVa}, BACK_VA = ${ownLimits.backVa}`;
  const flow = stored.map((node): FlowNode => {
    if (node.id === own) return { ...account, id: own };
    if (node.type !== 'function' || node.name !== 'decide') return node;
    assert(String(node.func).includes(before));
    return { ...node, func: String(node.func).replace(before, `LIMIT_VA = ${limitVa}, BACK_VA = ${backVa}`) };
  });
  return { flow, credentials: { [own]: credentials.account ?? {} } };
}
