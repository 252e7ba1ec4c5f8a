import {
  type Answer,
  type ArbiterCommand,
  type ArbiterState,
  afterDone,
  afterFailure,
  arbitrate,
  type ChargerReading,
  type CircuitReading,
  type DeviceFacts,
  type GivenLoad,
  type GivenSettings,
  initialArbiter,
  initialState,
  type Leg,
  type Look,
  loadManagerStep,
  type ManagerEvent,
  type ManagerMessage,
  type ManagerSettings,
  type ManagerState,
  type ManagerStep,
  type MeterReading,
  type Movement,
  managerSettings,
  type Outcome,
  type Readings,
  type ServiceSpan,
  stateAfterStart,
  type TotalReading,
} from '../../src/automation';

import { assertShape } from './step-shape';

const firstMs = 1_000_000;
const sureFailures: ReadonlySet<Outcome> = new Set(['refused', 'error', 'locked', 'confirmation-needed']);
const serviceAheadMs = 1_700_000_000_000;
const wallAheadMs = Date.UTC(2026, 2, 3, 10, 0, 0) - firstMs;

export interface PanelLoad extends Partial<GivenLoad> {
  /** A of each pole while it is on; of a charger what the car takes at most. */
  draws: number;
  /** Its contacts are welded: it reads open, or takes its setting, and carries current. */
  readonly welded?: boolean;
}

export interface PanelOptions {
  readonly settings?: Partial<GivenSettings>;
  /** A a leg that no load explains. */
  readonly base: readonly number[];
  readonly limit: number;
  readonly loads: Readonly<Record<string, PanelLoad>>;
  readonly tickMs?: number;
  readonly intervalMs?: number;
  readonly delayMs?: number;
  /** How often positions are read; with each tick by default. What a manager asks to be read is read at once. */
  readonly positionsMs?: number;
  /** A share of each reading of the total, drawn anew each time. */
  readonly noise?: () => number;
  /** A second manager, of a limit of its own. */
  readonly other?: { readonly limit: number; readonly base: number[]; readonly loads: readonly string[] };
}

interface Manager {
  readonly settings: ManagerSettings;
  readonly base: number[];
  readonly loads: ReadonlySet<string>;
  state: ManagerState;
  total?: TotalReading;
  answers: Answer[];
  looks: Look[];
  last?: ManagerStep;
}

interface Device {
  readonly load: PanelLoad & { readonly legs: readonly Leg[]; readonly kind: 'breaker' | 'charger' };
  open: boolean;
  main: 'open' | 'closed';
  setting: number | 'no-limit' | 'paused';
  online: boolean;
  held: boolean;
  stored?: 'open' | 'closed';
  locked: boolean;
  configuration: string;
  readonly movements: Movement[];
}

/** How a command ends. `lost`: it is not carried out, and nobody knows. */
export type Scripted = Outcome | 'lost';

export interface Sent {
  readonly atS: number;
  readonly deviceId: string;
  readonly to: ArbiterCommand['to'];
  readonly outcome: Outcome;
}

/** A panel in closed loop: its devices follow the commands of one manager through the arbiter, and its meters bring readings. */
export function createPanel(options: PanelOptions) {
  const { tickMs = 5_000, intervalMs = 10_000, delayMs = 0, positionsMs = 0, noise = () => 0 } = options;
  const base = [...options.base];
  const legs: readonly Leg[] = ['A', 'B'];
  const devices: Record<string, Device> = {};
  for (const [deviceId, load] of Object.entries(options.loads))
    devices[deviceId] = {
      load: { ...load, legs: load.legs ?? legs, kind: load.kind ?? 'breaker' },
      ...{ open: false, main: 'closed', setting: 'no-limit', online: true, held: false, locked: false },
      ...{ configuration: 'api', movements: [] },
    };
  const deviceOf = (deviceId: string): Device => {
    const device = devices[deviceId];
    if (device === undefined) throw new Error(`no ${deviceId}`);
    return device;
  };
  const settingsOf = (by: string, limit: number, ids: readonly string[]) =>
    managerSettings({
      by,
      quantity: 'current',
      groups: [{ id: 'main', limit, of: { kind: 'message' } }],
      loads: ids.map((deviceId) => {
        const { draws: _draws, welded: _welded, ...load } = deviceOf(deviceId).load;
        return { ...load, deviceId };
      }),
      ...options.settings,
    });

  let nowMs = firstMs;
  let wallShiftMs = 0;
  let arbiter: ArbiterState = initialArbiter();
  let silent = false;
  let energyWh = 0;
  let nextTotalMs = firstMs;
  let messages: ManagerMessage[] = [];
  let meters: Record<string, MeterReading> = {};
  const positions = new Map<string, CircuitReading>();
  const mute = new Set<string>();
  const outcomes = new Map<string, Scripted[]>();
  const spans = new Map<string, ServiceSpan>();
  const sent: Sent[] = [];
  const events: (ManagerEvent & { readonly atS: number })[] = [];
  /** Answers come this many ticks after the command. */
  let answerTicks = 0;
  let late: {
    readonly atMs: number;
    readonly by: string;
    readonly answer: Answer;
    readonly command: ArbiterCommand;
  }[] = [];

  const serviceMs = () => nowMs + serviceAheadMs;
  const seconds = () => (nowMs - firstMs) / 1000;

  const begun = (own: ManagerSettings, ownBase: number[]): Manager => ({
    settings: own,
    base: ownBase,
    loads: new Set(own.loads.map(({ deviceId }) => deviceId)),
    state: initialState({ monotonicMs: nowMs, wallMs: nowMs + wallAheadMs }),
    answers: [],
    looks: [],
  });
  const first = begun(settingsOf('manager', options.limit, Object.keys(devices)), base);
  const managers = [first];
  const { other } = options;
  if (other !== undefined) managers.push(begun(settingsOf('other', other.limit, other.loads), other.base));

  function drawOf({ load, open, main, setting }: Device): number {
    if ((open && load.welded !== true) || main === 'open') return 0;
    if (load.kind === 'breaker' || load.welded === true) return load.draws;
    return Math.min(load.draws, setting === 'paused' ? 0 : setting === 'no-limit' ? Number.POSITIVE_INFINITY : setting);
  }

  function totalNow(of: Manager = first): number[] {
    return legs.map((leg, axis) => {
      let sum = of.base[axis] ?? 0;
      for (const [deviceId, device] of Object.entries(devices))
        if (of.loads.has(deviceId) && device.load.legs.includes(leg)) sum += drawOf(device);
      return sum;
    });
  }

  function move(deviceId: string, to: 'open' | 'closed', handle: 'remote' | 'main' = 'remote') {
    const device = deviceOf(deviceId);
    if (handle === 'main' ? device.main === to : device.open === (to === 'open')) return;
    if (handle === 'main') device.main = to;
    else device.open = to === 'open';
    device.movements.push({ handle, to, atMs: serviceMs() });
  }

  function carryOut({ deviceId, to }: ArbiterCommand): Outcome {
    const device = deviceOf(deviceId);
    const scripted = outcomes.get(deviceId)?.shift();
    if (scripted === 'lost') return 'unknown';
    if (scripted !== undefined && !['confirmed', 'accepted', 'unknown'].includes(scripted)) return scripted;
    if (!device.online) return 'error';
    if (device.load.kind === 'charger') {
      device.setting = to as Device['setting'];
      return scripted ?? 'confirmed';
    }
    if (device.held) {
      device.stored = to as 'open' | 'closed';
      return 'deferred';
    }
    if (device.open !== (to === 'open')) move(deviceId, to as 'open' | 'closed');
    return scripted ?? 'confirmed';
  }

  function readTotal() {
    if (silent || nowMs < nextTotalMs) return;
    nextTotalMs = nowMs + intervalMs;
    for (const manager of managers) {
      const values = totalNow(manager).map((ampere) => Math.round(ampere * (1 + noise()) * 100) / 100);
      manager.total = { sequence: nowMs, values, ...(delayMs === 0 ? {} : { delayMs }) };
    }
  }

  function readings(manager: Manager): Readings {
    const circuits: Record<string, CircuitReading> = {};
    const chargers: Record<string, ChargerReading> = {};
    meters = { ...meters };
    for (const [deviceId, device] of Object.entries(devices)) {
      const poles = device.load.legs.map(() => drawOf(device));
      if (device.online && !mute.has(deviceId)) meters[deviceId] = { sequence: nowMs, amperes: poles };
      const { setting, configuration, online, held, locked, open, main } = device;
      if (device.load.kind === 'charger') {
        chargers[deviceId] = online
          ? { readAtMs: nowMs, connected: true, setting, configuration }
          : { readAtMs: nowMs, connected: false };
      } else {
        const known = positions.get(deviceId);
        const read: CircuitReading =
          known !== undefined && nowMs - known.readAtMs < positionsMs
            ? known
            : {
                ...{ readAtMs: nowMs, serviceMs: serviceMs(), connected: online, heldByEvent: held, locked },
                ...{ remoteHandle: open ? 'open' : 'closed', mainHandle: main },
              };
        positions.set(deviceId, read);
        circuits[deviceId] = { ...read, ...fellowsOf(deviceId, manager) };
      }
    }
    const { answers, looks, total } = manager;
    manager.answers = [];
    manager.looks = [];
    return {
      ...{ meters, circuits, chargers, answers, looks },
      ...(manager === first ? { messages } : {}),
      ...(total === undefined ? {} : { totals: { main: total } }),
    };
  }

  function fellowsOf(deviceId: string, { settings: { by } }: Manager): Pick<CircuitReading, 'fellows'> {
    const nodes = (arbiter.breakers[deviceId]?.holders ?? []).filter((node) => node !== by);
    const opened = spans.get(deviceId);
    return nodes.length === 0 ? {} : { fellows: { nodes, ...(opened === undefined ? {} : { opened }) } };
  }

  function tick(): ManagerStep {
    nowMs += tickMs;
    energyWh += totalNow().reduce((sum, ampere) => sum + ampere * 120, 0) * (tickMs / 3_600_000);
    readTotal();
    for (const { by, atMs, answer, command } of late)
      if (atMs <= nowMs) {
        arbiter = (sureFailures.has(answer.outcome) ? afterFailure : afterDone)(arbiter, command);
        managerOf(by).answers.push(answer);
      }
    late = late.filter(({ atMs }) => atMs > nowMs);
    const now = { monotonicMs: nowMs, wallMs: nowMs + wallAheadMs + wallShiftMs };
    for (const manager of managers) {
      const step = loadManagerStep(manager.state, readings(manager), manager.settings, now);
      assertShape(step);
      manager.state = step.state;
      manager.last = step;
      events.push(...step.events.map((event) => ({ ...event, atS: seconds() })));
      for (const request of step.requests)
        if (request.kind === 'look') manager.looks.push(look(request.deviceId, request.action));
        else if (request.kind === 'read') for (const deviceId of request.deviceIds) positions.delete(deviceId);
    }
    messages = [];
    const facts: Record<string, DeviceFacts> = {};
    for (const [deviceId, { load, open, locked, setting }] of Object.entries(devices))
      facts[deviceId] = { kind: load.kind, position: open ? 'open' : 'closed', locked, settingA: setting };
    const claims = managers.flatMap(({ last }) => last?.claims ?? []);
    const arbitrated = arbitrate(arbiter, claims, facts, nowMs);
    arbiter = arbitrated.state;
    for (const { by, ...answer } of arbitrated.answers) managerOf(by).answers.push(answer);
    for (const command of arbitrated.commands) send(command);
    return first.last as ManagerStep;
  }

  const managerOf = (by: string) => managers.find(({ settings: own }) => own.by === by) ?? first;

  function send(command: ArbiterCommand) {
    const fromMs = serviceMs();
    const outcome = carryOut(command);
    sent.push({ atS: seconds(), deviceId: command.deviceId, to: command.to, outcome });
    if (command.to === 'open') spans.set(command.deviceId, { fromMs, toMs: serviceMs() });
    for (const { by, action } of command.for)
      if (action !== undefined)
        late.push({
          ...{ by, command },
          atMs: nowMs + answerTicks * tickMs,
          answer: {
            deviceId: command.deviceId,
            action,
            outcome,
            sent: { fromMs, toMs: serviceMs() },
            ...setBy(command),
          },
        });
  }

  const setBy = ({ to }: ArbiterCommand) => (to === 'open' || to === 'closed' ? {} : { set: to });

  function look(deviceId: string, action: number): Look {
    const { movements, held } = deviceOf(deviceId);
    return { deviceId, action, movements: [...movements], heldByEvent: held };
  }

  /** As the runtime does at its start: the record of commands holds when an open was sent whose answer was lost. */
  function fillFromRecord({ state }: Manager, saved: ManagerState): void {
    for (const [deviceId, load] of Object.entries(state.loads)) {
      const span = spans.get(deviceId);
      const { claimedAt = Number.POSITIVE_INFINITY } = saved.loads[deviceId] ?? {};
      if (load.awaited === true && load.opened === undefined && span !== undefined)
        if (span.fromMs - serviceAheadMs >= claimedAt) load.opened = span;
    }
  }

  return {
    settings: first.settings,
    devices,
    base,
    reading: () => first.total?.values ?? [],
    otherTotal: () => (managers[1] === undefined ? [] : totalNow(managers[1])),
    arbiter: () => arbiter,
    sent,
    events,
    seconds,
    total: () => totalNow(),
    energyWh: () => energyWh,
    state: () => first.state,
    last: () => first.last as ManagerStep,
    opens: () => sent.filter(({ to }) => to === 'open'),
    closes: () => sent.filter(({ to }) => to === 'closed'),
    told: (event: ManagerEvent['event']) => events.filter((one) => one.event === event),
    isOpen: (deviceId: string) => deviceOf(deviceId).open,
    /** Turns the panel for so long; `each` is called after every step. */
    run(forS: number, each?: (step: ManagerStep) => void) {
      for (const untilMs = nowMs + forS * 1000; nowMs < untilMs; ) {
        const step = tick();
        each?.(step);
      }
    },
    message: (message: ManagerMessage) => messages.push(message),
    silence(on: boolean) {
      silent = on;
    },
    muteMeter: (deviceId: string) => mute.add(deviceId),
    /** The next commands to a device end so. */
    answerWith: (deviceId: string, ...next: Scripted[]) => outcomes.set(deviceId, next),
    answerLater(ticks: number) {
      answerTicks = ticks;
    },
    /** Somebody else moves a handle. */
    person: (deviceId: string, to: 'open' | 'closed', handle?: 'remote' | 'main') => move(deviceId, to, handle),
    endEvent(deviceId: string) {
      const device = deviceOf(deviceId);
      device.held = false;
      if (device.stored !== undefined && device.open !== (device.stored === 'open')) move(deviceId, device.stored);
      delete device.stored;
    },
    stepWall(byMs: number) {
      wallShiftMs += byMs;
    },
    /** The process ends, and another one begins after a while with what was saved; `recorded`: and with the record of commands. */
    restart(afterS: number, { lostAnswers = true, recorded = true } = {}) {
      if (lostAnswers) late = [];
      nowMs += afterS * 1000;
      for (const manager of managers) {
        const saved = JSON.parse(JSON.stringify(manager.state)) as ManagerState;
        if (lostAnswers) manager.answers = [];
        manager.state = stateAfterStart(saved, { monotonicMs: nowMs, wallMs: nowMs + wallAheadMs + wallShiftMs });
        if (recorded) fillFromRecord(manager, saved);
      }
    },
    /** As after a redeploy or a crash: through JSON, with nothing else changed. */
    throughJson() {
      first.state = JSON.parse(JSON.stringify(first.state)) as ManagerState;
    },
  };
}

export type Panel = ReturnType<typeof createPanel>;
