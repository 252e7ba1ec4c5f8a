import { type CommandEntry, devicesOf, mayHaveExecuted, sentAtService } from './command-entry';
import { keyOf, type ServiceDevice } from './service-device';

/** The largest assumed difference between the service's clock and ours. */
export const clockToleranceMs = 60_000;
/** The outcome of a deferred command is polled once a minute, and its read-back takes up to a minute. */
const deferredPollMs = 120_000;
/** The most commands kept per device: the first since it was closed, and the newest. */
const maxCommands = 8;
/** The most devices kept; a larger site requires confirmations more often. */
const maxDevices = 50_000;

/** Our own commands to the remote handle of each device that matter when it is to be closed. */
export interface SentCommands {
  /** Adds a command when it is sent. */
  add(entry: CommandEntry): void;
  openedByUs(device: ServiceDevice, atMs: number): boolean;
  lastOpenCommand(device: ServiceDevice): CommandEntry | undefined;
  /** The newest command that the device may have executed. */
  lastExecuted(device: ServiceDevice): CommandEntry | undefined;
  /**
   * The commands which prove that we opened the devices that are still open, oldest first. If there are more than
   * `most`, those of the most recently operated devices.
   */
  stillOpen(most: number): CommandEntry[];
}

interface DeviceCommands {
  /** In the order in which they were sent. */
  sent: CommandEntry[];
  lastOpenCommand?: CommandEntry;
}

export function createSentCommands(): SentCommands {
  const devices = new Map<string, DeviceCommands>();

  function add(key: string, entry: CommandEntry): void {
    const commands = devices.get(key) ?? { sent: [] };
    // Moved to the end, because the device that was operated least recently is dropped first.
    devices.delete(key);
    devices.set(key, commands);
    commands.sent = [...sinceLastClose(commands.sent), entry];
    if (entry.command === 'open') commands.lastOpenCommand = entry;
    const oldest = devices.size > maxDevices ? devices.keys().next().value : undefined;
    if (oldest !== undefined) devices.delete(oldest);
  }

  return {
    add(entry) {
      const { service, command } = entry;
      if (command !== undefined) for (const deviceId of devicesOf(entry)) add(keyOf({ service, deviceId }), entry);
    },
    openedByUs(device, atMs) {
      const sent = devices.get(keyOf(device))?.sent ?? [];
      for (const entry of sent.toReversed()) {
        if (mayHaveClosed(entry)) return false;
        if (openedAt(entry, atMs)) return true;
      }
      return false;
    },
    lastOpenCommand: (device) => devices.get(keyOf(device))?.lastOpenCommand,
    lastExecuted: (device) => devices.get(keyOf(device))?.sent.findLast(mayHaveExecuted),
    stillOpen(most) {
      const entries = new Set<CommandEntry>();
      for (const { sent } of [...devices.values()].reverse()) {
        const current = sinceLastClose(sent);
        const opens = current.filter(({ command }) => command === 'open');
        // The first open since the last close and the newest open: one of them opened the device, unless its timer
        // closed it in between.
        for (const entry of [...opens.slice(0, 1), ...opens.slice(-1)]) entries.add(entry);
        if (opens.length > 0) for (const entry of current.filter(isUnfinishedClose)) entries.add(entry);
        if (entries.size >= most) break;
      }
      return [...entries].sort((a, b) => a.sequence - b.sequence);
    },
  };
}

// Drops the commands before the last close that ended, and those that were not executed.
function sinceLastClose(sent: readonly CommandEntry[]): CommandEntry[] {
  const closed = sent.findLastIndex((entry) => entry.endedAt !== undefined && mayHaveClosed(entry));
  const since = sent.slice(Math.max(0, closed)).filter(mayHaveExecuted);
  return since.length < maxCommands ? since : [...since.slice(0, 1), ...since.slice(2 - maxCommands)];
}

function isUnfinishedClose({ command, endedAt }: CommandEntry): boolean {
  return command === 'close' && endedAt === undefined;
}

// A close with an unknown outcome counts, unless the breaker was read as open afterwards: in doubt a person confirms.
function mayHaveClosed(entry: CommandEntry): boolean {
  return entry.command === 'close' && mayHaveExecuted(entry) && entry.position !== 'open';
}

function openedAt(entry: CommandEntry, atMs: number): boolean {
  if (entry.command !== 'open' || !mayHaveExecuted(entry)) return false;
  const sentAtMs = sentAtService(entry);
  if (Math.abs(atMs - sentAtMs) <= clockToleranceMs) return true;
  // The service executed it when the override event ended, some time before a poll showed it.
  const { deferred, outcome, endedAt, sentAt } = entry;
  if (deferred !== true || outcome !== 'confirmed' || endedAt === undefined || sentAt === undefined) return false;
  const endedAtMs = endedAt + sentAtMs - sentAt;
  return atMs >= endedAtMs - deferredPollMs - clockToleranceMs && atMs <= endedAtMs + clockToleranceMs;
}
