import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySchedules } from '../../nodes/batch-schedule/apply-schedules';
import type { Transport } from '../../src/client';
import { createBatchOperator } from '../../src/control';
import { type FormerStream, registerStream } from '../../src/runtime/made/receivers/registered-stream';
import {
  type FormerWebhook,
  type RegisteredWebhook,
  registerWebhook,
  type WantedWebhook,
} from '../../src/runtime/made/receivers/registered-webhook';
import { createScheduleMemory } from '../../src/runtime/made/schedules/schedule-memory';
import { addressId, handle } from '../control/batch-site';
import { usualSafety } from '../control/operated-site';
import type { SimulatedService } from './simulated-service';
import { turned } from './turn-clock';

export const webhook = {
  kind: 'deviceOnboarding',
  uri: 'https://hooks.example.com/device',
  headers: { 'X-Secret': 'one' },
  fingerprint: 'first',
} as const;

const request = {
  description: 'Node-RED',
  format: 'webhook',
  webhookStreamConfig: {
    baseUrl: 'https://hooks.example.com',
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
    validationPath: '/validate',
    publishPath: '/publish',
  },
} as const;

function schedulesOf(deviceIds: readonly string[]) {
  const command = { deviceIds, path: handle, body: { command: 'open', reason: 'Night rate', secondsUntilReset: 600 } };
  return [
    { ...command, cronSchedule: '0 22 * * MON-FRI', timeZone: 'Europe/Berlin' },
    { ...command, locationId: addressId, sunSchedule: { scheduleType: 'sunset', offset: -15 } },
  ];
}

/** What a flow has at the service, deployed again and again with what each deploy remembers of the one before. */
export interface Deploys {
  webhook(changed?: Partial<WantedWebhook>): Promise<RegisteredWebhook>;
  stream(fingerprint?: string): Promise<'kept' | 'renewed' | 'created'>;
  /** A batch by the clock and one by the sun; the number of those that the deploy created, kept and removed. */
  schedules(): Promise<{ readonly created: number; readonly kept: number; readonly removed: number }>;
  /** The file in which webhooks or schedules are remembered is lost. */
  forgetWebhook(): void;
  forgetSchedules(): void;
  /** The creations and deletions that the service was asked for. */
  made(): string[];
  close(): void;
}

export function startDeploys(service: SimulatedService, transport?: Transport): Deploys {
  const { clock } = service;
  const client = service.client({}, transport);
  const call = <T>(promise: Promise<T>) => turned(clock, promise);
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-deploys-'));
  const deviceIds = [service.device('Kitchen outlets')];
  const remember = (file: number) => createScheduleMemory(join(directory, `${file}.json`));
  let files = 0;
  let memory = remember(files);
  let formerWebhook: FormerWebhook | undefined;
  let formerStream: FormerStream | undefined;

  return {
    async webhook(changed = {}) {
      const registered = await call(registerWebhook(client, { ...webhook, ...changed }, formerWebhook));
      formerWebhook = registered;
      return registered;
    },
    async stream(fingerprint = 'first') {
      const { found, streamId, attachments } = await call(
        registerStream(client, { request, fingerprint, deviceIds }, formerStream),
      );
      for (const { error } of attachments) if (error !== undefined) throw error;
      formerStream = { streamId, fingerprint, deviceIds };
      return found;
    },
    async schedules() {
      const { created, kept, removed } = await call(
        applySchedules({
          memory,
          operator: createBatchOperator(client, clock, usualSafety),
          clock,
          service: 'account simulator',
          nodeId: 'n',
          wanted: schedulesOf(deviceIds),
          request: {
            receivedAt: clock.now(),
            receivedAtMs: clock.monotonicMs(),
            retained: false,
            startedAt: clock.now(),
            startedAtMs: clock.monotonicMs(),
            mute: false,
            dryRun: false,
            confirmed: false,
            confirmClose: true,
            picked: true,
          },
        }),
      );
      return { created: created.length, kept: kept.length, removed: removed.length };
    },
    forgetWebhook() {
      formerWebhook = undefined;
    },
    forgetSchedules() {
      files += 1;
      memory = remember(files);
    },
    made: () =>
      service
        .requests()
        .map(({ operation = '' }) => operation)
        .filter((operation) => /\.(create|createSun|delete|cancel)$/.test(operation) && operation !== 'token.create'),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
