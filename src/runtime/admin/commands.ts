import { type CommandEnding, type CommandList, deviceName, type ListedCommand } from '../../admin-api';
import type { ErrorCode } from '../../client';
import { type CommandEntry, devicesOf } from '../../control';
import { defined } from '../../object';
import type { Account, DeviceEntry, Texts } from '..';
import { siteDevice } from './site-device';

const pageSize = 50;

/** Endings that mean that the device may not have what was asked for; each has a text of its own. */
const outcomes = ['accepted', 'deferred', 'dry-run', 'incomplete', 'superseded', 'unchanged', 'unknown'] as const;
/** Codes that have a text; one of another version is shown as it is. */
const codes = [
  'INVALID_INPUT',
  'INVALID_ID',
  'WRONG_HARDWARE',
  'AUTH_FAILED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'REFUSED',
  'RATE_LIMITED',
  'RATE_LIMITED_LOCALLY',
  'DEVICE_OFFLINE',
  'NETWORK',
  'TIMEOUT',
  'BAD_RESPONSE',
  'UNEXPECTED_REDIRECT',
  'UNKNOWN_OUTCOME',
  'COMMAND_EXPIRED',
  'BLOCKED_BY_INTERLOCK',
  'MUTED',
  'LOCKED_OUT',
  'CONFIRMATION_NEEDED',
  'CLOSED',
] as const satisfies readonly ErrorCode[];
export const doneOutcomes: ReadonlySet<string> = new Set(['accepted', 'confirmed', 'unchanged']);

interface Asked {
  /** Every word must be found in device, node, person, reason or outcome. */
  readonly search: string;
  /** The sequence of the last command that is shown already; undefined for the newest. */
  readonly after: number | undefined;
}

/** The record of the commands to the account's service, whoever asked for them, a page at a time. Deletes nothing. */
export async function readCommands(account: Account, { search, after }: Asked, texts: Texts): Promise<CommandList> {
  const { record, service } = account.context;
  const devices = await knownDevices(account);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = record.recent({
    service,
    limit: pageSize + 1,
    ...defined({ before: after }),
    fits(entry) {
      if (words.length === 0) return true;
      const text = searchText(entry, devices, texts);
      return words.every((word) => text.includes(word));
    },
  });
  return {
    commands: found.slice(0, pageSize).map((entry) => listed(entry, devices, texts)),
    more: found.length > pageSize,
    since: record.since(),
  };
}

type Devices = ReadonlyMap<string, { readonly name: string; readonly serialNumber: string }>;

/** A service that does not answer leaves the names of the circuit directory: the record is read when something is wrong. */
async function knownDevices(account: Account): Promise<Devices> {
  const list = await account
    .directory()
    .then((directory) => directory.devices())
    .catch((): DeviceEntry[] => []);
  const circuits = account.circuits.now();
  const named = circuits.circuits.map(({ deviceId: id, serialNumber }) => ({ id, serialNumber }));
  return new Map(
    [...named, ...list].map((device) => {
      const shown = siteDevice(device, circuits);
      return [shown.id.toLowerCase(), { name: deviceName(shown), serialNumber: shown.serialNumber ?? '' }];
    }),
  );
}

function searchText(entry: CommandEntry, devices: Devices, texts: Texts): string {
  const { askedBy, reason, operation, outcome, error } = entry;
  const named = devicesOf(entry).flatMap((id) => {
    const { name = '', serialNumber = '' } = devices.get(id.toLowerCase()) ?? {};
    return [id, name, serialNumber];
  });
  const { user, nodeName, nodeId, flow } = askedBy;
  return [
    ...named,
    user,
    nodeName,
    nodeId,
    flow,
    reason,
    operation,
    outcome,
    error,
    whatOf(entry),
    outcomeOf(entry, texts),
  ]
    .join(' ')
    .toLowerCase();
}

function listed(entry: CommandEntry, devices: Devices, texts: Texts): ListedCommand {
  const { sequence, reason, askedBy, askedAt, sentAt, repeated } = entry;
  const { user, nodeId, nodeName, flow } = askedBy;
  return {
    sequence,
    devices: devicesOf(entry).map((id) => ({ id, name: devices.get(id.toLowerCase())?.name ?? id })),
    what: whatOf(entry),
    askedAt,
    outcome: outcomeOf(entry, texts),
    ending: endingOf(entry),
    ...(nodeId === undefined && nodeName === undefined ? {} : { node: defined({ id: nodeId, name: nodeName, flow }) }),
    ...defined({ reason, user, sentAt, repeated }),
  };
}

function whatOf({ command, secondsUntilReset, change, operation }: CommandEntry): string {
  if (command === undefined) return change ?? operation;
  return secondsUntilReset === undefined || secondsUntilReset === 0 ? command : `${command}, ${secondsUntilReset} s`;
}

function endingOf({ outcome, error, endedAt }: CommandEntry): CommandEnding {
  if (error === 'UNKNOWN_OUTCOME' || outcome === 'unknown') return 'unknown';
  if (error !== undefined) return 'notDone';
  if (endedAt === undefined) return 'open';
  return outcome !== undefined && doneOutcomes.has(outcome) ? 'done' : 'notDone';
}

function outcomeOf(entry: CommandEntry, texts: Texts): string {
  const { outcome, error, endedAt, interrupted } = entry;
  if (error !== undefined) return outcomeWords(error, texts);
  if (endedAt === undefined) return texts(interrupted === true ? 'commands.interrupted' : 'commands.working');
  return outcomes.some((each) => each === outcome) ? outcomeWords(String(outcome), texts) : texts('commands.confirmed');
}

/** An outcome, or the code of an error, in words; one that has none as it is. */
export function outcomeWords(ending: string, texts: Texts): string {
  if (ending === 'confirmed') return texts('commands.confirmed');
  const outcome = outcomes.find((each) => each === ending);
  if (outcome !== undefined) return texts(`outcome.${outcome}`);
  const code = codes.find((each) => each === ending);
  return code === undefined ? ending : texts(`error.${code}`);
}
