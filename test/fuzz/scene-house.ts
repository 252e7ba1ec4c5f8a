import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScene } from '../../nodes/breaker-control/scene-input';
import type { SceneRequest } from '../../nodes/breaker-control/scene-request';
import { createBreakerOperator, createCommandRecord, memoryContext, type SafetySettings } from '../../src/control';
import { emptyDirectory } from '../../src/directory';
import type { Account } from '../../src/runtime';
import { createSceneMemory, takeAlarmMessage } from '../../src/runtime/scenes';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

export const labels = ['Kitchen outlets', 'Pool pump', 'Kitchen oven', 'Water heater'] as const;
const protectedLabel = 'Refrigerator';
const exceptedLabel = 'Clothes dryer';

export interface ScenePayload {
  readonly results: readonly {
    readonly deviceId: string;
    readonly command?: string;
    readonly outcome?: string;
    readonly error?: { readonly code: string };
  }[];
  readonly leftOut: readonly { readonly deviceId: string; readonly reason: string }[];
  readonly remembered: number;
}

const text = (key: string) => key;
const safetyOf = (protectedDevices: string[]): SafetySettings => ({
  armed: true,
  protectedDevices,
  protectedLoads: [],
  maxDevices: 20,
  commandExpiryMs: 10_000,
  startMuteMs: 0,
});

/** A house with a node that sets and restores one scene, which can be started anew over the same files. */
async function startHouse(service: SimulatedService, userDir: string) {
  const { clock } = service;
  const ids = labels.map((label) => service.device(label));
  const guarded = service.device(protectedLabel);
  const safety = safetyOf([guarded]);
  const lines: string[] = [];
  const journal = { read: () => [lines], append: (line: string) => lines.push(line) > 0 };
  let sequence = 0;

  function start() {
    const client = service.client({ commandSpacingMs: 1_000 });
    const context = { ...memoryContext(clock), record: createCommandRecord(clock, journal) };
    const operator = createBreakerOperator(client, clock, safety, context);
    const memory = createSceneMemory(join(userDir, 'scenes.json'), () => {});
    return { client, context, operator, memory };
  }
  let node = start();
  const app = service.client({ commandSpacingMs: 0 });

  async function requestOf() {
    sequence += 1;
    const now = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
    const started = { startedAt: 0, startedAtMs: 0 };
    const guards = { mute: false, retained: false, dryRun: false, confirmed: false, confirmClose: true };
    return { ...now, ...started, ...guards, reason: `m${sequence}`, readBackMs: 5_000 };
  }

  const named = [...ids, guarded];

  async function run(
    request: SceneRequest,
    confirmed: boolean,
    deviceIds: readonly string[] | undefined,
  ): Promise<ScenePayload | undefined> {
    const { client, context, operator, memory } = node;
    const reservation = client.queue.reserve();
    const turn = memory.turns(context.service).begin();
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const sent: unknown[] = [];
    const msg: Record<string, unknown> = {};
    const work = runScene({
      account: { context, safety } as Account,
      client,
      operator,
      clock,
      memory,
      request,
      shared: { ...(await requestOf()), confirmed, signal, reservation },
      deviceIds,
      excepted: request.alarms === undefined ? [service.device(exceptedLabel)] : [],
      turn,
      onEntered: () => reservation.release(),
      onResult() {},
      text,
      texts: text,
      msg: msg as never,
      run: {
        signal,
        allow() {},
        send: (out: unknown) => sent.push(out),
        receivedAt: 0,
        receivedAtMs: 0,
        circuits: emptyDirectory,
        namesOf: () => ({}),
      },
      status: { show() {}, close() {} },
    } as unknown as Parameters<typeof runScene>[0]);
    try {
      await turned(clock, work);
      return msg.payload as ScenePayload;
    } catch {
      // All of the circuits that were tried have failed.
      return undefined;
    } finally {
      turn.end();
      reservation.release();
    }
  }

  return {
    ids,
    guarded,
    restart() {
      node = start();
    },
    remembered: (name = 'away') => node.memory.circuits({ service: node.context.service, name }),
    scene: (deed: SceneRequest['do'], confirmed = false) =>
      run({ kind: 'scene', scene: 'away', do: deed, to: 'open' }, confirmed, named),
    /** A message to the node while an alarm lasts; undefined where it changes nothing. */
    async alarm(msg: Readonly<Record<string, unknown>>): Promise<ScenePayload | undefined> {
      const { context, memory } = node;
      const asked = { nodeId: 'n', service: context.service, isDryRun: false };
      const alarm = takeAlarmMessage(memory, asked, msg as never);
      await alarm.saved;
      if (alarm.do === 'nothing') return undefined;
      const { scene, lasting } = alarm;
      const request = { kind: 'scene', scene: scene.name, do: alarm.do, to: 'open', alarms: lasting } as const;
      return run(request, false, alarm.do === 'set' ? ids : undefined);
    },
    async person(deviceId: string, command: 'open' | 'close'): Promise<void> {
      const body = { command, reason: 'app' };
      await turned(clock, app.call('remoteHandle.setPosition', { path: { deviceId }, body })).catch(() => {});
    },
    async ours(deviceId: string, command: 'open' | 'close'): Promise<void> {
      const request = { ...(await requestOf()), deviceId, command, confirmed: true };
      await turned(clock, node.operator.operate(request)).catch(() => {});
    },
  };
}

export async function inHouse(
  work: (service: SimulatedService, house: Awaited<ReturnType<typeof startHouse>>) => Promise<void>,
) {
  const service = await startServiceInProcess();
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-scenes-'));
  try {
    await work(service, await startHouse(service, userDir));
  } finally {
    await service.close();
    rmSync(userDir, { recursive: true, force: true });
  }
}
