import type { NodeAPI } from 'node-red';
import {
  type DeviceClaim,
  type ListedLoad,
  type ListedManager,
  type ManagerAction,
  type ManagerList,
  managerActions,
} from '../../admin-api';
import type { LoadSummary, ManagerMessage } from '../../automation';
import { defined } from '../../object';
import { problem } from '../../schema';
import { type Account, invalidInput, namesOfAccount } from '..';
import { type AccountClaims, claimsOfAccount, freeDevice, type RunningManager, tellManager } from '../automation';
import type { Handler } from './route';

type TellRequest = Parameters<Handler<'POST accounts/:id/managers/tell'>>[0];
type FreeRequest = Parameters<Handler<'POST accounts/:id/managers/free'>>[0];

const pauseMs = 3_600_000;

/** What the load managers of the account's service do now; asks nothing of the service. */
export function listManagers(account: Account, RED: NodeAPI): ManagerList {
  const known = claimsOfAccount(account, RED);
  const named = namerOf(account);
  const claims = claimsByDevice(known);
  return {
    managers: known.managers.map((manager) => listed(manager, { named, claims })),
    held: known.heldByGone.map((held) => ({ ...held, ...named(held.deviceId) })),
  };
}

/** A person has told a manager something. Whom it does not fit is told why. */
export function tellTheManager(account: Account, RED: NodeAPI, request: TellRequest): ManagerList {
  const { string, texts, value } = request;
  const action = managerActions.find((each) => each === value('action'));
  if (action === undefined)
    throw invalidInput('the request names no action', [
      problem('action', 'enum', `must be one of ${managerActions.join(', ')}`, { values: managerActions.join(', ') }),
    ]);
  const id = string('manager');
  const manager = claimsOfAccount(account, RED).managers.find((one) => one.id === id);
  if (manager === undefined) throw refused(texts('managers.gone'));
  const message = messageOf(action, string('deviceId'));
  if (message.kind === 'allow') {
    const { name } = { name: message.deviceId, ...namerOf(account)(message.deviceId) };
    const load = manager.summary?.loads.find(({ deviceId }) => deviceId === message.deviceId);
    if (load === undefined) throw refused(texts('managers.noLoad', { name }));
    if (!takesOk(manager, load)) throw refused(texts('managers.noOk', { name }));
  }
  if (!tellManager(account, RED, id, message)) throw refused(texts('managers.gone'));
  return listManagers(account, RED);
}

/** A person lets a device go that nodes hold that are gone. */
export async function freeHeld(account: Account, RED: NodeAPI, { string, texts }: FreeRequest): Promise<ManagerList> {
  const deviceId = string('deviceId');
  const { name } = { name: deviceId, ...namerOf(account)(deviceId) };
  if (!(await freeDevice(account, RED, deviceId))) throw refused(texts('managers.notHeld', { name }));
  return listManagers(account, RED);
}

/** What is claimed of each device, by its id. */
export function claimsByDevice({ managers, claims, heldByGone }: AccountClaims): Map<string, DeviceClaim[]> {
  const found = new Map<string, DeviceClaim[]>();
  const add = (deviceId: string, claim: DeviceClaim) => found.set(deviceId, [...(found.get(deviceId) ?? []), claim]);
  for (const { deviceId, by, to, dryRun } of claims) {
    const manager = managers.find(({ id }) => id === by);
    const load = manager?.summary?.loads.find((one) => one.deviceId === deviceId);
    if (to === 'free' || manager === undefined) continue;
    const why = load === undefined ? undefined : manager.why(load);
    add(deviceId, { by, to, dryRun, gone: false, ...defined({ name: manager.name, why }) });
  }
  for (const { deviceId, kind, by, limits } of heldByGone)
    for (const { id, name } of by)
      add(deviceId, {
        ...{ by: id, dryRun: false, gone: true, ...defined({ name }) },
        to: kind === 'breaker' ? 'open' : currentOf(limits?.[id]),
      });
  return found;
}

const currentOf = (amperes = 0) => (amperes === 0 ? 'paused' : amperes);

interface Known {
  readonly named: (deviceId: string) => { readonly name?: string };
  readonly claims: ReadonlyMap<string, readonly DeviceClaim[]>;
}

function listed(manager: RunningManager, known: Known): ListedManager {
  const { id, name, settings, summary } = manager;
  return {
    id,
    ...defined({ name, level: summary?.level, forMs: summary?.forMs, pausedForMs: summary?.pausedForMs }),
    dryRun: settings.dryRun,
    unit: settings.quantity === 'current' ? 'A' : 'W',
    status: summary?.status ?? 'starting',
    limits: (summary?.lanes ?? []).map(({ group, ...lane }) => ({
      ...(group === '' ? {} : { group }),
      ...lane,
    })),
    loads: (summary?.loads ?? []).map((load) => listedLoad(manager, load, known)),
  };
}

function listedLoad(manager: RunningManager, load: LoadSummary, { named, claims }: Known): ListedLoad {
  const { deviceId, phase, drawsA, claimA, offForMs, backInMs, manualForMs, opensToday, operations, worn } = load;
  return {
    deviceId,
    phase,
    opensToday,
    operations,
    ...named(deviceId),
    ...defined({ drawsA, claimA, offForMs, backInMs, manualForMs, why: manager.why(load) }),
    comesBack: comesBackOf(manager, load),
    waitsForOk: takesOk(manager, load),
    worn: worn === true,
    others: (claims.get(deviceId) ?? []).filter(({ by }) => by !== manager.id),
  };
}

const comesBackOf = ({ settings }: RunningManager, { deviceId }: LoadSummary) =>
  settings.loads.find((load) => load.deviceId === deviceId)?.comesBack ?? 'never';

/** What never comes back waits for a person at the breaker, and no OK changes that. */
const takesOk = (manager: RunningManager, load: LoadSummary) =>
  load.waitsForOk === true && comesBackOf(manager, load) !== 'never';

function messageOf(action: ManagerAction, deviceId: string): ManagerMessage {
  switch (action) {
    case 'allow':
      return { kind: 'allow', deviceId };
    case 'pause':
      return { kind: 'pause', forMs: pauseMs };
    case 'resume':
      return { kind: 'resume' };
  }
}

/** The name of a device as far as it is known without asking the service. */
function namerOf(account: Account): (deviceId: string) => { readonly name?: string } {
  const namesOf = namesOfAccount(account);
  return (deviceId) => {
    const { name, serialNumber } = namesOf(deviceId);
    return defined({ name: name ?? serialNumber });
  };
}

const refused = (sentence: string) => invalidInput('nothing was done', [problem('', 'state', sentence)]);
