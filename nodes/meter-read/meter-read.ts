import type { NodeAPI } from 'node-red';
import { circuitOfDeviceData } from '../../src/control';
import type { ConfigOf } from '../../src/fields';
import {
  accountOf,
  apparentPowerVA,
  chartPoints,
  customRange,
  defineNode,
  deviceDataPoints,
  flatDeviceData,
  flatMeter,
  type InputRun,
  type Message,
  maxReadDevices,
  presentDevices,
  readHistory,
  recentRange,
  resolveTargets,
  resolveValue,
  sendHistory,
  type TimeRange,
  targetOf,
} from '../../src/runtime';
import { createCounterPower } from './counter-power';
import { fields } from './meter-read.fields';
import { createPoller, pollMaxAgeMs } from './polling';
import { checkPeriods, fromPeriodStart, readSums, type SumsToRead, sumPoints, sumZone } from './read-sums';

const operations = { reading: 'meter.reading', latest: 'meter.latest', history: 'meter.history' } as const;

/** Reads meters (current, latest, history, device data), on a message or at an interval. spec 2.5, 2.6, 4.3 */
export default function meterRead(RED: NodeAPI): void {
  defineNode(RED, 'meter-read', fields, ({ node, config, texts, clock, status }) => {
    const { action, output } = config;
    const unit = config.unit;
    const pollMs = (config.poll ?? 0) * 1000;
    const poller = createPoller({
      ...{ RED, node, clock, texts, status, pollMs },
      accountId: config.account,
      subject: subjectOf(config),
    });

    const counterPower = createCounterPower();

    function flatOf(deviceId: string, record: Record<string, unknown>): Record<string, number> {
      const flat = flatMeter(record, unit);
      if (action !== 'reading') return flat;
      const apparentVA = apparentPowerVA(flat);
      return {
        ...flat,
        ...(apparentVA === undefined ? {} : { apparentPowerVA: apparentVA }),
        ...counterPower.of(deviceId, flat),
      };
    }

    function shape(deviceId: string, name: string | undefined, records: Record<string, unknown>[]): unknown[] {
      if (output === 'record') return records;
      const flats = records.map((record) => flatOf(deviceId, record));
      return output === 'chart' ? chartPoints({ deviceId, name }, flats) : flats.map((flat) => ({ deviceId, ...flat }));
    }

    const rangeOf = async (msg: Message) =>
      config.range === 'custom'
        ? customRange(
            await resolveValue(RED, node, config.from, msg),
            await resolveValue(RED, node, config.to, msg),
            clock.now(),
          )
        : recentRange(config.range, clock.now());

    /** Undefined where the history is sent as it is. A recent range begins with a whole period. */
    function sumsOf(range: TimeRange): SumsToRead | undefined {
      if (config.sum === 'none') return undefined;
      const period = config.sum;
      const zone = sumZone(config.sumZone);
      const whole = config.range === 'custom' ? range : fromPeriodStart(range, zone, period);
      const sums = { zone, period, range: whole, nowMs: clock.now() };
      checkPeriods(sums);
      return sums;
    }

    async function read(msg: Message, run: InputRun): Promise<void> {
      const { signal } = run;
      const reply = { RED, status, texts, msg, run };
      const account = accountOf(RED, config.account);
      const target = await targetOf(RED, node, config, msg);
      const deviceIds = await resolveTargets(account, target, {
        maxDevices: maxReadDevices,
        circuits: run.circuits,
        signal,
      });
      const client = await account.client();
      const maxAgeMs = (config.maxAge ?? 0) * 1000;
      const options = poller.isPoll(msg)
        ? ({ signal, maxAgeMs: pollMaxAgeMs(maxAgeMs, pollMs), priority: 'poll' } as const)
        : ({ signal, maxAgeMs, priority: 'read' } as const);
      const nameOf = (deviceId: string) => run.namesOf(deviceId).name;
      if (action === 'history') {
        const range = await rangeOf(msg);
        const sums = sumsOf(range);
        const { priority } = options;
        await sendHistory({
          ...reply,
          split: config.split,
          pages: deviceIds.map((deviceId) => ({
            deviceId,
            pages:
              sums === undefined
                ? readHistory(client, deviceId, range, signal, priority)
                : readSums(client, deviceId, sums, signal, priority),
          })),
          shape: (deviceId, items) => {
            if (sums === undefined) return shape(deviceId, nameOf(deviceId), items);
            return output === 'chart' ? sumPoints(nameOf(deviceId), items) : items;
          },
        });
        return;
      }
      await presentDevices({
        ...reply,
        deviceIds,
        single: target.kind === 'single',
        deviceDeadlineMs: 60_000,
        ...(output === 'chart' ? { combine: (results) => results.flat() } : {}),
        work: async (deviceId) => {
          if (action !== 'deviceData') {
            const { data } = await client.call(operations[action], { path: { deviceId } }, options);
            const shaped = shape(deviceId, nameOf(deviceId), [data]);
            return (output === 'chart' ? shaped : shaped[0]) as Record<string, unknown>;
          }
          const startedMs = clock.monotonicMs();
          const { data } = await client.call('deviceData.get', { filter: { deviceId } }, options);
          if (output === 'record') return data;
          if (output === 'chart')
            return deviceDataPoints({ deviceId, name: nameOf(deviceId) }, data) as unknown as Record<string, unknown>;
          const circuit = await circuitOfDeviceData(client, deviceId, data, { ...options, clock, startedMs });
          return { deviceId, ...circuit, ...flatDeviceData(data) };
        },
      });
    }

    return {
      input: (msg, run) => poller.handle(msg, () => read(msg, run)),
      close: poller.close,
    };
  });
}

/** Nodes with the same subject poll at the same instants. If there are several devices, the first is the subject. */
function subjectOf({ target, devices, location, device }: ConfigOf<typeof fields>): string {
  if (target === 'location') return `location ${location}`;
  return target === 'devices' ? `device ${[...devices].sort()[0]}` : `value ${device.source} ${device.value}`;
}
