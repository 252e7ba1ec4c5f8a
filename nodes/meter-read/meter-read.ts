import type { NodeAPI } from 'node-red';
import { circuitOfDeviceData } from '../../src/control';
import type { ConfigOf } from '../../src/fields';
import {
  accountOf,
  chartPoints,
  customRange,
  defineNode,
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
  targetOf,
} from '../../src/runtime';
import { fields } from './meter-read.fields';
import { createPoller, pollMaxAgeMs } from './polling';

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

    function shape(deviceId: string, record: Record<string, unknown>): unknown {
      if (output === 'record') return record;
      const flat = flatMeter(record, unit);
      return output === 'chart' ? chartPoints(deviceId, [flat]) : { deviceId, ...flat };
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
      if (action === 'history') {
        const range =
          config.range === 'custom'
            ? customRange(
                await resolveValue(RED, node, config.from, msg),
                await resolveValue(RED, node, config.to, msg),
                clock.now(),
              )
            : recentRange(config.range, clock.now());
        await sendHistory({
          ...reply,
          split: config.split,
          pages: deviceIds.map((deviceId) => ({
            deviceId,
            pages: readHistory(client, deviceId, range, signal, options.priority),
          })),
          shape: (deviceId, items) =>
            output === 'chart'
              ? chartPoints(
                  deviceId,
                  items.map((item) => flatMeter(item, unit)),
                )
              : items.map((item) => shape(deviceId, item)),
        });
        return;
      }
      await presentDevices({
        ...reply,
        deviceIds,
        single: target.kind === 'single',
        deviceDeadlineMs: 60_000,
        ...(output === 'chart' && action !== 'deviceData' ? { combine: (results) => results.flat() } : {}),
        work: async (deviceId) => {
          if (action !== 'deviceData') {
            const { data } = await client.call(operations[action], { path: { deviceId } }, options);
            return shape(deviceId, data) as Record<string, unknown>;
          }
          const startedMs = clock.monotonicMs();
          const { data } = await client.call('deviceData.get', { filter: { deviceId } }, options);
          if (output === 'record') return data;
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
