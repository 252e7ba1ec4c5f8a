import type { DeviceState } from '../state';

type Timeline = DeviceState['conduction'];

/** The instant at which the record of the circuit begins. */
export function recordedSince(device: Pick<DeviceState, 'recordedSince' | 'commissionedAt'>): number {
  return device.recordedSince ?? device.commissionedAt;
}

/** Index of the last entry not after `at`; -1 when there is none. */
export function entryBefore(conduction: Timeline, at: number): number {
  let low = 0;
  let high = conduction.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((conduction[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether current can flow. Before the first entry of its timeline a circuit conducts. */
export function isConducting(device: DeviceState, at: number): boolean {
  return device.conduction[entryBefore(device.conduction, at)]?.closed ?? true;
}

/** The stretches of [from, to) in which current can flow, in order. */
export function closedSpans(device: DeviceState, from: number, to: number): { from: number; to: number }[] {
  const { conduction } = device;
  const spans: { from: number; to: number }[] = [];
  for (let index = entryBefore(conduction, from); index < conduction.length; index++) {
    const start = Math.max(from, conduction[index]?.at ?? from);
    if (start >= to) break;
    const end = Math.min(to, conduction[index + 1]?.at ?? to);
    if (end > start && (conduction[index]?.closed ?? true)) spans.push({ from: start, to: end });
  }
  return spans;
}
