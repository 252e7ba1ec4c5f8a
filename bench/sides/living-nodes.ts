import { freePort } from '../../test/support/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import type { Usage } from '../harness/serve';
import { startWorker } from '../harness/worker';
import { id, page, tab } from './flow-parts';
import type { LivingAccess } from './living-service';

/** Node types with an input. */
export const inputTypes = [
  'batch-schedule',
  'breaker-control',
  'breaker-device',
  'cloud-call',
  'evse-config',
  'meter-read',
  'stream-receiver',
  'waveform-capture',
] as const;
export type InputType = (typeof inputTypes)[number];

/** How many messages a node got, and how each of them ended. */
export interface Poured {
  readonly ended: number;
  /** Ends beyond one a message. */
  readonly endedTwice: number;
  readonly errors: Readonly<Record<string, number>>;
}

/** What the probe in Node-RED is asked to do. */
export interface Pour {
  readonly node: string;
  readonly count: number;
  readonly atOnce: number;
  /** Given one after the other, from the beginning again after the last. */
  readonly messages: readonly object[];
}

/** A Node-RED with one node of each type with an input, on a demo site in another process; nothing is deployed again. */
export interface LivingNodes {
  /** Gives a node so many messages; resolves when each has ended and all is quiet. */
  pour(type: InputType, count: number, atOnce?: number): Promise<Poured>;
  /** After a collection. */
  heapBytes(): Promise<number>;
  stop(): Promise<void>;
}

const account = id('a1');
/** How much faster than the machine's its clock runs: what waits for pace does not wait for long. */
const speed = 20;
/** So many messages for one that reaches the service: a request costs far more than a message. */
const callEvery = 10;
const longExpiry = 3600;
const nodeId = (type: InputType) => id(`b${inputTypes.indexOf(type)}`);

const shared = { z: tab, name: '', account, target: 'value', device: 'deviceId', deviceType: 'msg', x: 200, y: 100 };
const handle = { path: '/breaker/remoteHandle/position', body: { command: 'open', reason: 'benchmark' } };

const settingsOf: Readonly<Record<InputType, object>> = {
  'batch-schedule': {
    action: 'create',
    source: 'value',
    order: 'payload',
    orderType: 'msg',
    dryRun: true,
    mute: false,
  },
  'breaker-control': {
    action: 'value',
    command: 'payload',
    commandType: 'msg',
    mute: false,
    confirmClose: false,
    readBack: false,
    expiry: longExpiry,
  },
  'breaker-device': { action: 'details' },
  'cloud-call': {
    operationFrom: 'value',
    operationValue: 'operation',
    input: 'payload',
    inputType: 'msg',
    mute: false,
  },
  'evse-config': { action: 'readConfiguration' },
  'meter-read': { action: 'reading', maxAge: longExpiry },
  'stream-receiver': { format: 'azure-iot-hub', register: false },
  'waveform-capture': { action: 'list' },
};

/** `wellFormed` is what the node does its work for; all others are refused or answered from what is known. */
function messagesOf(type: InputType, { breakers, chargers }: LivingAccess): object[] {
  const devices = type === 'evse-config' ? chargers : breakers;
  const deviceAt = (index: number) => devices[Math.floor(index / callEvery) % devices.length] ?? '';
  const length = callEvery * devices.length * 10;
  return Array.from({ length }, (_, index) => {
    const calls = index % callEvery === 0;
    const deviceId = deviceAt(index);
    switch (type) {
      case 'batch-schedule':
        return { payload: calls ? { ...handle, deviceIds: [deviceId] } : { ...handle, cronSchedule: '@daily' } };
      case 'breaker-control':
        if (calls) return { deviceId, payload: index % (2 * callEvery) === 0 ? 'open' : 'close' };
        return index % 2 === 0 ? { deviceId, payload: 'fly' } : { deviceId, payload: 'close', expires: 1 };
      case 'cloud-call':
        return { operation: 'devices.get', payload: calls ? { path: { deviceId } } : {} };
      case 'meter-read':
        return { deviceId };
      case 'stream-receiver':
        return {
          payload: calls
            ? 'no publish'
            : { deviceId, serialNumber: 'S', schemaVersion: '4.2.0', transactionId: `t${index}`, ts: 1_760_000_000 },
        };
      default:
        return calls ? { deviceId } : {};
    }
  });
}

function flowOf(baseUrl: string): object[] {
  return [
    page,
    {
      id: account,
      type: 'breaker-account',
      name: '',
      mode: 'service',
      baseUrl,
      armed: true,
      commandSpacing: 1,
      callsPerMinute: 10_000,
    },
    ...inputTypes.map((type) => ({ ...shared, type, id: nodeId(type), wires: [[]], ...settingsOf[type] })),
  ];
}

export async function startLivingNodes(directory: string): Promise<LivingNodes> {
  const service = startWorker(require.resolve('./living-service'));
  const startMs = Date.now();
  const access = await service.ask<LivingAccess>('start', { speed, startMs });
  const { apiKey, clientId, clientSecret } = access;
  const clock = `(({ createAcceleratedClock, systemClock }) =>
    createAcceleratedClock(systemClock, ${speed}, ${startMs} + (Date.now() - ${startMs}) * ${speed}))`;
  const userDirectory = makeUserDirectory({
    directory,
    port: await freePort(),
    modules: ourPackage,
    flows: flowOf(access.baseUrl),
    credentials: { [account]: { apiKey, orgClientId: clientId, orgSecret1: clientSecret } },
    settings: `breakerflow: { clock: ${clock}(require(${JSON.stringify(require.resolve('../../src/clock'))})) },`,
  });
  const nodeRed = await startNodeRed(userDirectory);
  return {
    pour: (type, count, atOnce = 50) =>
      nodeRed.ask<Poured>('pour', {
        node: nodeId(type),
        count,
        atOnce,
        messages: messagesOf(type, access),
      } satisfies Pour),
    async heapBytes() {
      await nodeRed.ask('collect');
      return (await nodeRed.ask<Usage>('usage')).heapBytes;
    },
    async stop() {
      await nodeRed.stop();
      await service.stop();
    },
  };
}
