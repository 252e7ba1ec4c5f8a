import type { NodeAPI } from 'node-red';
import {
  type Answer,
  type ArbiterCommand,
  afterFailure,
  afterPerson,
  arbitrate,
  type ChargerReading,
  type CircuitReading,
  type Claim,
  type DeviceFacts,
  type ManagerClaim,
  type ManagerSettings,
  type ManagerSummary,
  type Outcome,
  type Sentence,
} from '../../automation';
import type { Clock } from '../../clock';
import { serviceKey } from '../../control';
import { type Account, watchDeploys } from '..';
import { carryOut, type Done } from './carry-out';
import { afterGone, afterLetGo, goneId } from './gone';
import type { AutomationMemory, ServiceMemory } from './memory';
import type { KnownCharger } from './read-device';

/** A manager as the desk sees it. */
export interface DeskManager {
  readonly by: string;
  readonly name?: string;
  readonly account: Account;
  readonly settings: ManagerSettings;
  readonly startedAt: number;
  readonly startedAtMs: number;
  readonly reasonText: (reason: Sentence, deviceId: string) => string;
  readonly summary: () => ManagerSummary | undefined;
  /** Takes the answers to its claims. */
  readonly answer: (answers: readonly Answer[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

interface Entry {
  manager: DeskManager;
  /** Absent while its node is being deployed: its claims hold, and nothing is sent for it. */
  live: boolean;
  claims: readonly ManagerClaim[];
  /** Answers that came during a deploy. */
  kept: Answer[];
}

/** The one place of a process where the claims of all managers of a service meet, and where their commands come from. */
export interface Desk {
  readonly memory: ServiceMemory;
  attach(manager: DeskManager): void;
  /** `removed`: the node is gone, and its claims end; otherwise they wait for the node that takes its place. */
  detach(manager: DeskManager, removed: boolean): void;
  /** Replaces all claims of a manager. `idle`: its breakers of which it holds none open. */
  claim(by: string, claims: readonly ManagerClaim[], idle: readonly string[]): void;
  noteCircuit(deviceId: string, reading: CircuitReading): void;
  noteCharger(deviceId: string, known: KnownCharger): void;
  /** What a circuit's reading holds besides what is read at the service. */
  factsOf(by: string, deviceId: string): Pick<CircuitReading, 'locked' | 'fellows'>;
  isManager(nodeId: string): boolean;
  /** A number above those of all earlier claims of a node. */
  nextAction(by: string): number;
  isLive(by: string): boolean;
  entries(): readonly Readonly<Pick<Entry, 'manager' | 'live' | 'claims'>>[];
  /** A person has closed a breaker, or freed a device: nobody holds it any more. */
  free(deviceId: string): Promise<void>;
}

interface DeskOptions {
  readonly RED: NodeAPI;
  readonly clock: Clock;
  readonly memory: AutomationMemory;
  readonly service: string;
  readonly onEmpty: () => void;
}

/** How old a position may be that decides whether a command is needed at all. */
const positionMaxAgeMs = 120_000;
const sureFailures: ReadonlySet<Outcome> = new Set(['refused', 'error', 'locked', 'confirmation-needed']);

const desks = new WeakMap<AutomationMemory, Map<string, Desk>>();

/** The desk of a service; there is never a second one, also not while its nodes are deployed anew. */
export function deskOf(
  RED: NodeAPI,
  { context }: Pick<Account, 'context'>,
  memory: AutomationMemory,
  clock: Clock,
): Desk {
  const service = serviceKey(context.service);
  const known = desks.get(memory) ?? new Map<string, Desk>();
  desks.set(memory, known);
  const desk = known.get(service) ?? createDesk({ RED, clock, memory, service, onEmpty: () => known.delete(service) });
  known.set(service, desk);
  return desk;
}

/** The desk of a service, if a manager has ever been there. */
export function runningDesk({ context }: Pick<Account, 'context'>, memory: AutomationMemory): Desk | undefined {
  return desks.get(memory)?.get(serviceKey(context.service));
}

function createDesk({ RED, clock, memory, service, onEmpty }: DeskOptions): Desk {
  const own = memory.of(service);
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, ArbiterCommand>();
  const circuits = new Map<string, Pick<CircuitReading, 'readAtMs' | 'remoteHandle'>>();
  const chargers = new Map<string, KnownCharger>();
  /** When the newest command of a device ended: what was read before tells nothing of its effect. */
  const endedAtMs = new Map<string, number>();
  let lastRestoreAt: Readonly<Record<string, number>> = {};
  let unwatch: (() => void) | undefined;

  function claims(): Claim[] {
    return [...entries.values()].flatMap((entry) =>
      entry.claims
        .filter(({ dryRun }) => !dryRun)
        .map((claim) => {
          if (entry.live) return claim;
          // Whatever waits for its node is held, and never sent: the node that takes its place decides anew.
          const { action: _action, ...held } = claim;
          return held;
        }),
    );
  }

  function factsOf(claimed: readonly Claim[]): Record<string, DeviceFacts> {
    const facts: Record<string, DeviceFacts> = {};
    for (const { deviceId, by } of claimed) {
      if (facts[deviceId] !== undefined) continue;
      const settings = entries.get(by)?.manager.settings;
      const load = settings?.loads.find((one) => one.deviceId === deviceId);
      if (settings === undefined || load === undefined) continue;
      const shared = { kind: load.kind, underWay: underWay.has(deviceId), meter: meterOf(settings, deviceId) };
      const charger = chargers.get(deviceId);
      if (load.kind === 'breaker')
        facts[deviceId] = { ...shared, locked: isLocked(deviceId), position: positionOf(deviceId) };
      // A charger that was never read is not commanded: what it was set to before could not be given back.
      else if (charger !== undefined) facts[deviceId] = { ...shared, ...settingOf(deviceId, charger.reading) };
    }
    return facts;
  }

  const isCurrent = (deviceId: string, readAtMs: number) =>
    readAtMs >= (endedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) &&
    clock.monotonicMs() - readAtMs <= positionMaxAgeMs;

  function positionOf(deviceId: string): NonNullable<DeviceFacts['position']> {
    const known = circuits.get(deviceId);
    return known !== undefined && isCurrent(deviceId, known.readAtMs) ? known.remoteHandle : 'unknown';
  }

  function settingOf(deviceId: string, { setting, readAtMs }: ChargerReading): Pick<DeviceFacts, 'settingA'> {
    return setting !== undefined && isCurrent(deviceId, readAtMs) ? { settingA: setting } : {};
  }

  function isLocked(deviceId: string): boolean {
    const account = [...entries.values()].find(({ live }) => live)?.manager.account;
    if (account === undefined) return false;
    const { locks, service: named } = account.context;
    return locks.lockedBy({ service: named, deviceId }) !== undefined;
  }

  function run(): void {
    const claimed = claims();
    const step = arbitrate({ ...own.arbiter, lastRestoreAt }, claimed, factsOf(claimed), clock.monotonicMs());
    lastRestoreAt = step.state.lastRestoreAt;
    own.arbiter = { ...step.state, lastRestoreAt: {} };
    for (const { by, ...answer } of step.answers) give(by, answer);
    for (const command of step.commands) start(command);
  }

  function give(by: string, answer: Answer): void {
    const entry = entries.get(by);
    if (entry === undefined) return;
    if (entry.live) entry.manager.answer([answer]);
    else entry.kept.push(answer);
  }

  /** Begins a command: what is remembered is on the disk before it is sent. */
  function start(command: ArbiterCommand): void {
    const { deviceId } = command;
    const sender = command.for.map(({ by }) => entries.get(by)).find((entry) => entry?.live === true)?.manager;
    if (sender === undefined) return;
    underWay.set(deviceId, command);
    const { account, by, name, startedAt, startedAtMs } = sender;
    const reservation = account.reserve();
    // A deploy may close the account while the command is under way.
    const letGo = account.hold();
    const work = async (): Promise<Done> => {
      try {
        await memory.save();
      } catch (error) {
        reservation.release();
        sender.onTrouble(error);
        return { outcome: 'error', detail: error instanceof Error ? error.message : String(error) };
      }
      return carryOut({
        ...{ account, clock, command, reservation, startedAt, startedAtMs },
        asker: { nodeId: by, node: name === undefined || name === '' ? 'load-manager' : name },
        reason: sender.reasonText(command.reason, deviceId),
        isStillWanted: () => claims().every((claim) => claim.deviceId !== deviceId || claim.to !== 'open'),
        takeMode: chargers.get(deviceId)?.takeMode === true,
      });
    };
    void work().then((done) => {
      letGo();
      end(command, done);
    });
  }

  function end(command: ArbiterCommand, { outcome, sent, detail, position }: Done): void {
    const { deviceId, to } = command;
    const nowMs = clock.monotonicMs();
    underWay.delete(deviceId);
    endedAtMs.set(deviceId, nowMs);
    if (position === 'open' || position === 'closed')
      circuits.set(deviceId, { readAtMs: nowMs, remoteHandle: position });
    if (sureFailures.has(outcome)) {
      const whose = command.for.map((one) => (entries.has(one.by) ? one : { ...one, by: goneId(one.by) }));
      own.arbiter = afterFailure(own.arbiter, { ...command, for: whose });
    } else if (to === 'open' && sent !== undefined) own.opened[deviceId] = sent;
    else if (to === 'closed') delete own.opened[deviceId];
    for (const { by, action } of command.for)
      if (action !== undefined)
        give(by, {
          ...{ deviceId, action, outcome },
          ...(sent === undefined ? {} : { sent }),
          ...(detail === undefined ? {} : { detail }),
        });
    keep();
    run();
    endIfEmpty();
  }

  /** Writes what is remembered; where that fails the managers are told, and the next command is not sent. */
  function keep(): void {
    memory.save().catch((error) => {
      for (const { manager, live } of entries.values()) if (live) manager.onTrouble(error);
    });
  }

  function remove(by: string): void {
    entries.delete(by);
    delete own.managers[by];
    own.arbiter = afterGone(own.arbiter, by);
    keep();
  }

  function removeWhatIsGone(): void {
    for (const [by, { live }] of entries) if (!live && (RED.nodes.getNode(by) === null || isElsewhere(by))) remove(by);
    endIfEmpty();
  }

  const isElsewhere = (by: string) =>
    [...(desks.get(memory)?.values() ?? [])].some((other) => other !== desk && other.isLive(by));

  function endIfEmpty(): void {
    if (entries.size > 0 || underWay.size > 0) return;
    unwatch?.();
    unwatch = undefined;
    onEmpty();
  }

  const desk: Desk = {
    memory: own,
    attach(manager) {
      unwatch ??= watchDeploys(RED.events, { started: removeWhatIsGone, stopping() {} });
      const { by, name } = manager;
      const before = entries.get(by);
      if (name !== undefined) own.names[by] = name;
      entries.set(by, { manager, live: true, claims: before?.claims ?? [], kept: [] });
      if (before !== undefined && before.kept.length > 0) manager.answer(before.kept);
    },
    detach(manager, removed) {
      const { by } = manager;
      const entry = entries.get(by);
      if (entry?.manager !== manager) return;
      entry.live = false;
      if (removed) remove(by);
      endIfEmpty();
    },
    claim(by, made, idle) {
      const entry = entries.get(by);
      if (entry === undefined) return;
      entry.claims = made;
      for (const deviceId of idle) own.arbiter = afterLetGo(own.arbiter, deviceId, by);
      run();
    },
    noteCircuit(deviceId, reading) {
      const known = circuits.get(deviceId);
      if (known !== undefined && known.readAtMs > reading.readAtMs) return;
      circuits.set(deviceId, reading);
    },
    noteCharger(deviceId, known) {
      if ((chargers.get(deviceId)?.reading.readAtMs ?? Number.NEGATIVE_INFINITY) <= known.reading.readAtMs)
        chargers.set(deviceId, known);
    },
    factsOf(by, deviceId) {
      const holders = own.arbiter.breakers[deviceId]?.holders ?? [];
      const nodes = holders.filter((holder) => holder !== by && entries.has(holder));
      const opened = own.opened[deviceId];
      return {
        locked: isLocked(deviceId),
        ...(nodes.length === 0 ? {} : { fellows: { nodes, ...(opened === undefined ? {} : { opened }) } }),
      };
    },
    isManager: (nodeId) =>
      entries.has(nodeId) || Object.values(own.arbiter.breakers).some(({ done }) => done[nodeId] !== undefined),
    nextAction(by) {
      const records = [...Object.values(own.arbiter.breakers), ...Object.values(own.arbiter.chargers)];
      return 1 + Math.max(0, ...records.map(({ done }) => done[by] ?? 0));
    },
    isLive: (by) => entries.get(by)?.live === true,
    entries: () => [...entries.values()],
    async free(deviceId) {
      own.arbiter = afterPerson(own.arbiter, deviceId);
      await memory.save();
    },
  };
  return desk;
}

/** What the loads of a limit share: at most one of them comes back a minute, whichever manager it is of. */
function meterOf({ by, groups }: ManagerSettings, deviceId: string): string {
  const group = groups.find(({ loads }) => loads === undefined || loads.includes(deviceId));
  if (group === undefined) return by;
  const { of, id } = group;
  if (of.kind === 'meter') return of.deviceId;
  return of.kind === 'message'
    ? `${by} ${id}`
    : of.circuits
        .map((circuit) => circuit.deviceId)
        .sort()
        .join(' ');
}
