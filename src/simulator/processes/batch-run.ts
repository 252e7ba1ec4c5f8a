import type { InputOf } from '../../catalog';
import { applySetting, type SettingBodies } from '../apply-setting';
import { type Process, type ServiceContext, ServiceRefusal } from '../handler';
import { operateHandle } from '../operate-handle';
import type { BatchState } from '../service-state';
import type { DeviceState } from '../state';
import { planOf } from './batch-schedule';

/** From the start of a run until its devices have done what they were told. */
const runMs = 1000;
/** How long a recurring batch shows the results of a run before its devices are queued for the next. */
const resultsMs = 30_000;

type Status = BatchState['devices'][number]['status'];

function setStatus(batch: BatchState, status: Status, at: number): void {
  for (const device of batch.devices) {
    device.status = status;
    device.at = at;
  }
}

/** Begins a run: its devices are `initiated`. */
export function beginRun(batch: BatchState, now: number): void {
  batch.lastRunAt = now;
  batch.step = { name: 'running', endsAt: now + runMs };
  setStatus(batch, 'initiated', now);
}

function command(context: ServiceContext, batch: BatchState, device: DeviceState): void {
  const { path, body } = batch.clock ?? batch.sun ?? {};
  if (path === undefined) return;
  // The body was checked against the operation at that path when the batch was created.
  if (path !== '/breaker/remoteHandle/position') {
    applySetting(context, device, path, body as SettingBodies[typeof path]);
    return;
  }
  if (device.hardwareType !== 'emcb') throw new ServiceRefusal(418, 'Only a smart breaker has a remote handle');
  operateHandle(context, device, body as InputOf<'remoteHandle.setPosition'>['body'], batch.type);
}

function outcome(context: ServiceContext, batch: BatchState, deviceId: string): 'succeeded' | 'failed' {
  const device = context.state.devices.find(
    ({ id, organizationId }) => id === deviceId && organizationId === batch.organizationId,
  );
  if (device === undefined) return 'failed';
  try {
    command(context, batch, device);
    return 'succeeded';
  } catch (error) {
    if (error instanceof ServiceRefusal) return 'failed';
    throw error;
  }
}

function finishRun(context: ServiceContext, batch: BatchState, now: number): void {
  for (const device of batch.devices) {
    device.status = outcome(context, batch, device.deviceId);
    device.at = now;
  }
  delete batch.step;
  scheduleNext(context, batch, now);
  if (batch.nextRunAt !== undefined)
    batch.step = { name: 'settled', endsAt: Math.min(now + resultsMs, batch.nextRunAt) };
}

function scheduleNext({ state }: ServiceContext, batch: BatchState, afterMs: number): void {
  const plan = planOf(state, batch);
  const next = plan.kind === 'recurring' ? plan.next(afterMs) : undefined;
  if (next === undefined) delete batch.nextRunAt;
  else batch.nextRunAt = next;
}

function advance(context: ServiceContext, batch: BatchState, now: number): void {
  if (batch.step?.name === 'running') {
    finishRun(context, batch, now);
  } else if (batch.step?.name === 'settled') {
    delete batch.step;
    setStatus(batch, 'queued', now);
  } else {
    beginRun(batch, now);
  }
}

function dueAt(batch: BatchState): number | undefined {
  return batch.step?.endsAt ?? batch.nextRunAt;
}

/** Runs batch commands: queued -> initiated -> succeeded or failed, and queued again when there is a next run. spec 3 */
export const batchRun: Process = {
  nextAt(state) {
    return state.batches.reduce<number | undefined>((next, batch) => {
      const at = dueAt(batch);
      return at === undefined || (next !== undefined && next <= at) ? next : at;
    }, undefined);
  },

  run(context, now) {
    for (const batch of context.state.batches) {
      const at = dueAt(batch);
      if (at !== undefined && at <= now) advance(context, batch, now);
    }
  },

  // What was missed is not made up for: commands of yesterday must not operate breakers today.
  resume(context, now) {
    for (const batch of context.state.batches) {
      const at = dueAt(batch);
      if (at === undefined || at > now) continue;
      delete batch.step;
      if (batch.nextRunAt !== undefined && batch.nextRunAt <= now) scheduleNext(context, batch, now);
      const missed = batch.nextRunAt === undefined ? 'failed' : 'queued';
      for (const device of batch.devices) {
        const isOver = device.status !== 'queued' && device.status !== 'initiated';
        if (isOver && missed === 'failed') continue;
        device.status = missed;
        device.at = now;
      }
    }
  },
};
