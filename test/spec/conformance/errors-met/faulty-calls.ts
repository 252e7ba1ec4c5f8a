import type { InputOf } from '../../../../src/catalog';
import type { FaultEffect } from '../../../../src/simulator';
import { ids } from '../../../simulator/small-state';
import type { ServiceUnderTest } from '../service-under-test';

/** The breaker that everything is tried on. */
export const path = { deviceId: ids.oven };
export const commands = {
  open: { path, body: { command: 'open', reason: 'test' } },
  close: { path, body: { command: 'close', reason: 'test' } },
} as const satisfies Record<string, InputOf<'remoteHandle.setPosition'>>;

/** How often a lost or refused read is sent again, and the waits before that (with half of the jitter). */
export const backoffMs = [375, 750, 1500] as const;

/** A token is there already, and what came before does not count. */
export async function loggedIn(service: ServiceUnderTest): Promise<void> {
  await service.client.authenticate('ORG');
  await service.client.authenticate('APP');
  service.simulator.controls.clearRequests();
}

/** A read that meets a fault. */
export async function readWith(service: ServiceUnderTest, fault: FaultEffect, times?: number) {
  await loggedIn(service);
  service.simulator.controls.faults.inject({ ...fault, ...(times === undefined ? {} : { times }) });
  return service.client.call('roles.list', {});
}

/** A command that meets a fault, once. */
export async function commandWith(service: ServiceUnderTest, command: keyof typeof commands, fault: FaultEffect) {
  await loggedIn(service);
  service.simulator.controls.faults.inject({ ...fault, match: { operation: 'remoteHandle.setPosition' }, times: 1 });
  return service.client.call('remoteHandle.setPosition', commands[command]);
}

/** The breaker stands open, as if someone had opened it before. */
export function opened(state: { devices: { id: string; remoteHandle: 'open' | 'closed' }[] }): void {
  for (const device of state.devices) if (device.id === ids.oven) device.remoteHandle = 'open';
}

export function commandsSent({ requests }: ServiceUnderTest): number {
  return requests('remoteHandle.setPosition').length;
}

/** How often the handle really moved. */
export function moves({ simulator }: ServiceUnderTest): number {
  return simulator.controls.events.filter(({ type }) => type === 'handle-changed').length;
}
