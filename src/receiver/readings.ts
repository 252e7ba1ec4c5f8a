import type { StreamPublish } from '../catalog';
import { channelsOf, type Envelope, envelopeOf } from './channels';
import { isObject } from './json-content';

export type ReadingValue = number | boolean | string;

/** One value of a publish. */
export interface Reading {
  /** Such as `meter.telemetry.voltageAN` or `meter.telemetry.rawEnergy.q1mJpA`. */
  readonly path: string;
  readonly value: ReadingValue;
  /** Epoch seconds: from the value itself, its block, or the publish. */
  readonly ts: number;
  /** Over the report interval, if the value has statistics. */
  readonly min?: number;
  readonly max?: number;
  readonly avg?: number;
}

/** The values of a publish, in order. Lists and nulls are skipped. */
export function splitReadings(publish: StreamPublish): Reading[] {
  const readings: Reading[] = [];
  for (const [channel, data] of channelsOf(publish)) collect(data, channel, publish.ts, readings);
  return readings;
}

/** A publish as one flat record: the envelope, each value by its path, and its statistics as `.min`, `.max`, `.avg`. */
export function flatPublish(publish: StreamPublish): Envelope & Record<string, ReadingValue> {
  const flat: Record<string, ReadingValue> = {};
  for (const { path, value, min, max, avg } of splitReadings(publish)) {
    flat[path] = value;
    if (min !== undefined) flat[`${path}.min`] = min;
    if (max !== undefined) flat[`${path}.max`] = max;
    if (avg !== undefined) flat[`${path}.avg`] = avg;
  }
  return { ...flat, ...envelopeOf(publish) };
}

function collect(node: unknown, path: string, blockTs: number, readings: Reading[]): void {
  if (isValue(node)) readings.push({ path, value: node, ts: blockTs });
  if (!isObject(node)) return;
  const ts = numberOf(node.ts) ?? blockTs;
  if (isValue(node.val)) readings.push({ path, value: node.val, ts, ...statistics(node) });
  else if (isObject(node.val)) collect(node.val, path, ts, readings);
  else
    for (const [name, inner] of Object.entries(node))
      if (name !== 'ts') collect(inner, `${path}.${name}`, ts, readings);
}

function statistics({ min, max, avg }: Record<string, unknown>): Pick<Reading, 'min' | 'max' | 'avg'> {
  return {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    ...(typeof avg === 'number' ? { avg } : {}),
  };
}

function isValue(value: unknown): value is ReadingValue {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
