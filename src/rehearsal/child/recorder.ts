import type { NodeAPI } from 'node-red';
import { watchKeptLimits } from '../../runtime/automation';
import type { Controls, PanelDevice, SimulatorEvent } from '../../simulator';
import { nodeName } from '../findings';
import type { Samples } from '../job';
import { cappedPayload, type EventNode, type RehearsalLog } from '../log';
import { createLimitRecorder } from './limit-recorder';
import { followMessages } from './message-ways';

/** What the recorder needs of Node-RED. */
export interface RecordedRuntime {
  readonly events: Pick<NodeAPI['events'], 'on'>;
  readonly hooks: { add(name: string, hook: (event: never) => void): void };
  /** A node of the flow by id. */
  nodeOf(id: string): EventNode;
  now(): number;
  /** Takes the name of each function to which a message comes. */
  noteFunction(name: string): void;
}

interface Comms {
  readonly topic: string;
  readonly data: { readonly id?: string; readonly msg?: unknown };
}

interface Delivery {
  readonly destination: { readonly id: string };
}

/** An entry of the command record, as far as it is read here. */
export interface RecordedCommand {
  readonly sequence: number;
  readonly operation: string;
  readonly command?: string;
  readonly change?: string;
  readonly reason?: string;
  readonly outcome?: string;
  readonly error?: string;
  readonly deviceId?: string;
  readonly deviceIds?: readonly string[];
  readonly askedAt: number;
  readonly askedBy: { readonly nodeId?: string; readonly nodeName?: string; readonly messageId?: string };
}

export interface Recorder {
  readonly received: ReadonlyMap<string, number>;
  /** Names of the nodes to which the newest messages have come. */
  recent(): string[];
  /** Hears what happens at a site. */
  watchSite(controls: Controls): void;
  /** The powers of all circuits, once a minute. */
  sample(atMs: number): void;
  /** Before a request that writes: what the circuits draw then. */
  noteBeforeWrite(): void;
  noteRequest(request: { readonly method: string; readonly url: string }, status: number): void;
  noteError(id: string, text: string, code: string | undefined, caught: boolean): void;
  /** What the commands were, in their order. */
  noteCommands(commands: readonly RecordedCommand[]): void;
  samples(): Samples;
}

const minuteMs = 60_000;
const chargingW = 100;
const maxRecent = 50;

/** Writes the log of a rehearsal from what Node-RED, the sites and the clients tell. */
export function createRecorder(log: RehearsalLog, runtime: RecordedRuntime): Recorder {
  const { nodeOf, now } = runtime;
  const received = new Map<string, number>();
  const ways = followMessages(runtime);
  const sites: Controls[] = [];
  const watts = new Map<string, number[]>();
  const devices: PanelDevice[] = [];
  const lastWatts = new Map<string, number>();
  /** The status of each kind of request that does not succeed now. */
  const failing = new Map<string, number>();
  /** What each node shows. */
  const badges = new Map<string, string>();
  const recent: string[] = [];
  let sampledFrom: number | undefined;
  const limits = createLimitRecorder(log, runtime);
  watchKeptLimits(limits.take);

  runtime.hooks.add('onReceive.rehearsal', ({ destination }: Delivery) => {
    recent.push(destination.id);
    if (recent.length > maxRecent) recent.shift();
    received.set(destination.id, (received.get(destination.id) ?? 0) + 1);
    const node = nodeOf(destination.id);
    if (node.type === 'function') runtime.noteFunction(nodeName(node));
  });
  runtime.events.on('node-status', ({ id, status }: { id: string; status: { fill?: string; text?: unknown } }) => {
    const { fill, text } = status;
    const look = `${fill} ${text}`;
    // Many nodes set their badge anew at each reading, whether it has changed or not.
    if (badges.get(id) === look) return;
    badges.set(id, look);
    if (text === undefined || text === '') return;
    log.add('badge', { node: nodeOf(id), text: String(text).slice(0, 200), ...(fill === undefined ? {} : { fill }) });
  });

  runtime.events.on('comms', ({ topic, data: { id, msg } }: Comms) => {
    if (topic === 'debug' && id !== undefined) log.add('debug', { node: nodeOf(id), payload: cappedPayload(msg) });
  });

  function look(): readonly PanelDevice[] {
    return sites.flatMap((controls) => controls.devices());
  }

  function hear({ type, ...event }: SimulatorEvent): void {
    if (type !== 'handle-changed') return;
    const { deviceId, handle, position, source } = event as Extract<SimulatorEvent, { type: 'handle-changed' }>;
    const before = lastWatts.get(deviceId);
    log.add('world', {
      ...{ type, deviceId, handle, position, source, device: labelOf(deviceId) },
      ...(before === undefined ? {} : { wattsBefore: Math.round(before) }),
    });
  }

  function labelOf(id: string): string {
    return devices.find((device) => device.id === id)?.label ?? id;
  }

  function noteCharging(device: PanelDevice, before: number, power: number): void {
    const isCharging = (value: number) => Math.abs(value) > chargingW;
    if (device.hardwareType !== 'ev-emcb' || isCharging(before) === isCharging(power)) return;
    if (!device.pluggedIn) return;
    log.add('world', {
      ...{ type: isCharging(power) ? 'charging-began' : 'charging-stopped', device: device.label, deviceId: device.id },
      wattsBefore: Math.round(before),
    });
  }

  return {
    received,
    recent: () => [...new Set(recent)].map((id) => nodeName(nodeOf(id))),
    watchSite(controls) {
      sites.push(controls);
      devices.push(...controls.devices());
      controls.onEvent(hear);
    },
    sample(atMs) {
      sampledFrom ??= atMs;
      for (const device of look()) {
        const power = device.electrical.powerW;
        noteCharging(device, lastWatts.get(device.id) ?? power, power);
        lastWatts.set(device.id, power);
        const values = watts.get(device.id) ?? [];
        values.push(Math.round(power));
        watts.set(device.id, values);
      }
      limits.sample();
    },
    noteBeforeWrite() {
      for (const { id, electrical } of look()) lastWatts.set(id, electrical.powerW);
    },
    noteRequest({ method, url }, status) {
      const { pathname } = new URL(url);
      const path = pathname.replace(/^\/api\/v1/, '');
      const isFine = status >= 200 && status < 400;
      const key = `${method} ${path}`;
      const isNews = isFine ? failing.delete(key) : failing.get(key) !== status;
      if (!isNews) return;
      if (!isFine) failing.set(key, status);
      const meterOf = /^\/devices\/([^/]+)\/data\//.exec(path)?.[1];
      log.add('request', { method, path, status, ...(meterOf === undefined ? {} : { meterOf: labelOf(meterOf) }) });
    },
    noteError(id, text, code, caught) {
      log.add('error', { node: nodeOf(id), text: text.slice(0, 500), caught, ...(code === undefined ? {} : { code }) });
    },
    noteCommands(commands) {
      for (const entry of commands) {
        const { askedBy, deviceId, deviceIds = [] } = entry;
        const ids = [...(deviceId === undefined ? [] : [deviceId]), ...deviceIds];
        log.add(
          'command',
          {
            node: nodeOf(askedBy.nodeId ?? ''),
            command: entry.command ?? entry.change ?? entry.operation,
            outcome: entry.error ?? entry.outcome ?? 'unknown',
            devices: ids.map(labelOf),
            way: ways.to(askedBy.nodeId ?? '', askedBy.messageId ?? ''),
            ...(entry.reason === undefined ? {} : { reason: entry.reason }),
          },
          entry.askedAt,
        );
      }
    },
    samples: () => ({
      fromMs: sampledFrom ?? now(),
      stepMs: minuteMs,
      devices: devices.map(({ id, label, ratedA, poles }) => ({ id, label, ratedA, poles })),
      watts: devices.map(({ id }) => watts.get(id) ?? []),
      limits: limits.courses(),
    }),
  };
}
