import type { NodeAPI } from 'node-red';
import {
  type Answer,
  type ArbiterCommand,
  afterDone,
  afterFailure,
  afterPerson,
  arbitrate,
  type CircuitReading,
  type Claim,
  type DeviceFacts,
  type ManagerClaim,
  type Outcome,
} from '../../automation';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { watchDeploys } from '..';
import { carryOut, type Done } from './carry-out';
import { createDeskDevices, type DeskDevices } from './desk-devices';
import { type DeskManager, type Entry, heldClaims } from './desk-manager';
import { afterGone, afterLetGo, goneId } from './gone';
import type { AutomationMemory, ServiceMemory } from './memory';

/** The one place of a process where the claims of all managers of a service meet, and where their commands come from. */
export interface Desk extends Pick<DeskDevices, 'noteCircuit' | 'noteCharger'> {
  readonly memory: ServiceMemory;
  attach(manager: DeskManager): void;
  /** `removed`: the node is gone, and its claims end; otherwise they wait for the node that takes its place. */
  detach(manager: DeskManager, removed: boolean): void;
  /** Replaces all claims of a manager. `idle`: its breakers of which it holds none open. */
  claim(by: string, claims: readonly ManagerClaim[], idle: readonly string[]): void;
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
  /** Whether a node has become one of another service. */
  readonly isElsewhere: (by: string) => boolean;
  readonly onEmpty: () => void;
}

const sureFailures: ReadonlySet<Outcome> = new Set(['refused', 'error', 'locked', 'confirmation-needed']);

export function createDesk({ RED, clock, memory, service, isElsewhere, onEmpty }: DeskOptions): Desk {
  const own = memory.of(service);
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, ArbiterCommand>();
  const devices = createDeskDevices(clock);
  let lastRestoreAt: Readonly<Record<string, number>> = {};
  let unwatch: (() => void) | undefined;

  const claims = (): Claim[] => [...entries.values()].flatMap((entry) => entry.claims.filter(({ dryRun }) => !dryRun));

  function factsOf(claimed: readonly Claim[]): Record<string, DeviceFacts> {
    const facts: Record<string, DeviceFacts> = {};
    for (const { deviceId, by } of claimed) {
      const settings = entries.get(by)?.manager.settings;
      if (facts[deviceId] !== undefined || settings === undefined) continue;
      const known = devices.factsOf(settings, deviceId);
      if (known === undefined) continue;
      facts[deviceId] = { ...known, locked: isLocked(deviceId), underWay: underWay.has(deviceId) };
    }
    return facts;
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
    for (const { by, ...answer } of step.answers) give(by, { ...answer, ...openedFor(by, answer) });
    for (const command of step.commands) start(command);
  }

  /** Who joins those for whom a breaker was opened has to know when that was. */
  function openedFor(by: string, { deviceId, action, outcome }: Answer): Pick<Answer, 'sent'> {
    const claim = entries.get(by)?.claims.find((one) => one.deviceId === deviceId && one.action === action);
    const joins = outcome === 'unchanged' && claim?.to === 'open';
    return defined({ sent: joins ? own.opened[deviceId] : undefined });
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
      await memory.save();
      return carryOut({
        ...{ account, clock, command, reservation, startedAt, startedAtMs },
        asker: { nodeId: by, node: name === undefined || name === '' ? 'load-manager' : name },
        reason: sender.reasonText(command.reason, deviceId),
        isStillWanted: () => isStillWanted(command),
        takeMode: devices.takesMode(deviceId),
      });
    };
    void sender
      .send(work)
      .catch((error): Done => {
        sender.onTrouble(error);
        return { outcome: 'error', detail: error instanceof Error ? error.message : String(error) };
      })
      .then((done) => {
        reservation.release();
        letGo();
        end(command, done);
      });
  }

  /** Whether a command that has waited for its turn is still what those want for whom it is sent. */
  function isStillWanted({ deviceId, to, for: whose }: ArbiterCommand): boolean {
    if (to !== 'closed') return whose.some(({ by }) => entries.has(by));
    const now = claims().filter((claim) => claim.deviceId === deviceId);
    return whose.every(({ by }) => now.some((claim) => claim.by === by)) && now.every((claim) => claim.to === 'closed');
  }

  function end(command: ArbiterCommand, { outcome, sent, set, detail, position }: Done): void {
    const { deviceId, to } = command;
    underWay.delete(deviceId);
    devices.noteEnd(deviceId, position);
    if (sureFailures.has(outcome)) {
      const whose = command.for.map((one) => (entries.has(one.by) ? one : { ...one, by: goneId(one.by) }));
      own.arbiter = afterFailure(own.arbiter, { ...command, for: whose });
    } else {
      own.arbiter = afterDone(own.arbiter, command);
      if (to === 'open' && sent !== undefined) own.opened[deviceId] = sent;
      else delete own.opened[deviceId];
    }
    for (const { by, action } of command.for)
      if (action !== undefined)
        give(by, {
          ...{ deviceId, action, outcome, ...defined({ sent, set, detail }) },
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
    for (const [by, { live }] of entries)
      if (!live && ((RED.nodes.getNode(by) ?? undefined) === undefined || isElsewhere(by))) remove(by);
    endIfEmpty();
  }

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
      own.managers[by] = { firstAt: clock.now(), ...own.managers[by] };
      entries.set(by, { manager, live: true, claims: before?.claims ?? [], kept: [] });
      if (before !== undefined && before.kept.length > 0) manager.answer(before.kept);
    },
    detach(manager, removed) {
      const { by } = manager;
      const entry = entries.get(by);
      if (entry?.manager !== manager) return;
      entry.live = false;
      entry.claims = heldClaims(entry.claims);
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
    noteCircuit: devices.noteCircuit,
    noteCharger: devices.noteCharger,
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
