import type { RehearsalFinding } from '../admin-api';
import type { Misconfigured } from './job';
import type { EventNode, LoggedEvent } from './log';

export type FindingRule = RehearsalFinding['rule'];

/** Something that is wrong with a flow whatever it is for. */
export interface Finding extends RehearsalFinding {
  /** In English; the other fields are what it is made of, for other languages. */
  readonly text: string;
}

export interface Examined {
  readonly events: readonly LoggedEvent[];
  readonly devices: readonly {
    readonly id: string;
    readonly label: string;
    readonly ratedA: number;
    readonly poles: 1 | 2;
  }[];
  /** Nodes with an input, and how many messages have come to each. */
  readonly received: readonly { readonly node: EventNode; readonly messages: number }[];
  readonly misconfigured: readonly Misconfigured[];
}

const dayMs = 86_400_000;
const oftenADay = 6;
/** Of the rating of a breaker: an open of less saves nothing. */
const idleShare = 0.02;
const nominalV = 120;

/** The built-in findings, worst first. */
export function findFaults(examined: Examined): Finding[] {
  // What else is wrong with a node that is not configured follows from it.
  const dead = new Set(examined.misconfigured.map(({ node }) => node.id));
  const others = foundElsewhere(examined).filter(({ nodeId }) => nodeId === undefined || !dead.has(nodeId));
  return [...notConfigured(examined), ...others];
}

function foundElsewhere(examined: Examined): Finding[] {
  return [
    ...closedUnread(examined),
    ...openedIdle(examined),
    ...switchedOften(examined),
    ...refusals(examined),
    ...triedToLeave(examined),
    ...uncaughtErrors(examined),
    ...neverReached(examined),
  ];
}

function notConfigured({ misconfigured }: Examined): Finding[] {
  return misconfigured.map(({ node, problems }) => ({
    rule: 'not-configured',
    text: `${nodeName(node)} is not configured, and did nothing: ${problems}`,
    times: 1,
    nodeId: node.id,
    node: nodeName(node),
    detail: problems,
  }));
}

function groupedBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group === undefined) groups.set(key(value), [value]);
    else group.push(value);
  }
  return groups;
}

export const commandSource = (source: string | undefined) => source !== undefined && /command|api/i.test(source);

type World = LoggedEvent<'world'>;

function handleMoves({ events }: Examined, position: 'open' | 'closed'): World[] {
  return events.filter(
    (event): event is World =>
      event.kind === 'world' &&
      event.type === 'handle-changed' &&
      event.handle === 'remote' &&
      event.position === position &&
      commandSource(event.source),
  );
}

/** The node that has commanded a device last, at most a minute before. */
export function commandingNode({ events }: Pick<Examined, 'events'>, { at, device }: World): EventNode | undefined {
  return events.findLast(
    (event): event is LoggedEvent<'command'> =>
      event.kind === 'command' && event.devices.includes(device) && Math.abs(event.at - at) < 60_000,
  )?.node;
}

function grouped(
  rule: FindingRule,
  examined: Examined,
  moves: readonly World[],
  text: (device: string, times: number) => string,
): Finding[] {
  const byDevice = groupedBy(moves, ({ device }) => device);
  return [...byDevice].map(([device, found]) => {
    const first = found[0] as World;
    const node = commandingNode(examined, first);
    const base = { rule, text: text(device, found.length), at: first.at, times: found.length, device };
    return node === undefined ? base : { ...base, nodeId: node.id, node: nodeName(node) };
  });
}

/** Of nodes that know what to count in place of a reading; what they count, the finding says. */
const counting: ReadonlySet<string> = new Set(['load-manager']);

/** A close while the last read of meters has failed: by a node that counts something in their place, or by another one. */
function closedUnread(examined: Examined): Finding[] {
  const unread = closesUnread(examined);
  const isCounted = (move: World) => counting.has(commandingNode(examined, move)?.type ?? '');
  const moves = [...unread.keys()];
  const metersOf = ({ device }: Pick<Finding, 'device'>) => {
    const own = moves.filter((move) => move.device === device);
    return [...new Set(own.flatMap((move) => unread.get(move) ?? []))].join(', ');
  };
  const told = (rule: FindingRule, wrong: readonly World[], text: (finding: Finding, meters: string) => string) =>
    grouped(rule, examined, wrong, () => '').map((finding) => {
      const detail = metersOf(finding);
      return { ...finding, detail, text: text(finding, detail) };
    });
  return [
    ...told(
      'closed-unread',
      moves.filter((move) => !isCounted(move)),
      ({ device, times }, meters) =>
        `${device} was closed ${timesText(times)} while these meters could not be read: ${meters}`,
    ),
    ...told(
      'closed-counted',
      moves.filter(isCounted),
      ({ device, times, node }, meters) =>
        `${node} closed ${device} ${timesText(times)} while these meters could not be read: ${meters}. A load manager counts such a circuit of its total as its last reading for 5 min, then as the most of its day, and as its rating if it was never read`,
    ),
  ];
}

/** Each close with the meters of which the last read has failed. */
function closesUnread(examined: Examined): Map<World, string[]> {
  const failed = new Set<string>();
  const found = new Map<World, string[]>();
  const closes = new Set<LoggedEvent>(handleMoves(examined, 'closed'));
  for (const event of examined.events) {
    if (event.kind === 'request' && event.meterOf !== undefined) {
      if (event.status === 200) failed.delete(event.meterOf);
      else failed.add(event.meterOf);
    } else if (event.kind === 'world' && closes.has(event) && failed.size > 0) found.set(event, [...failed]);
  }
  return found;
}

function openedIdle(examined: Examined): Finding[] {
  const ratedW = new Map(examined.devices.map(({ id, ratedA, poles }) => [id, ratedA * poles * nominalV]));
  const idle = handleMoves(examined, 'open').filter(
    ({ deviceId, wattsBefore }) =>
      wattsBefore !== undefined &&
      Math.abs(wattsBefore) < idleShare * (ratedW.get(deviceId) ?? Number.POSITIVE_INFINITY),
  );
  return grouped(
    'opened-idle',
    examined,
    idle,
    (device, times) => `${device} was opened ${timesText(times)} while it drew less than 2 % of its rating`,
  );
}

function switchedOften(examined: Examined): Finding[] {
  const pauses = examined.events.filter(
    (event): event is World => event.kind === 'world' && event.type === 'charging-stopped',
  );
  return [
    ...grouped(
      'opened-often',
      examined,
      mostInADay(handleMoves(examined, 'open')),
      (device, times) => `${device} was opened ${times} times within a day`,
    ),
    ...grouped(
      'paused-often',
      examined,
      mostInADay(pauses),
      (device, times) => `${device} was paused ${times} times within a day`,
    ),
  ];
}

/** Of each device with more than six in 24 hours: those of the fullest day. */
function mostInADay(moves: readonly World[]): World[] {
  return [...groupedBy(moves, ({ device }) => device).values()].flatMap((own) => {
    const days = own.map((first) => own.filter(({ at }) => at >= first.at && at < first.at + dayMs));
    const fullest = days.reduce((most, day) => (day.length > most.length ? day : most), []);
    return fullest.length > oftenADay ? fullest : [];
  });
}

/** Error codes of a command that an interlock refused before it was sent. */
const refusalCodes: ReadonlySet<string> = new Set(['BLOCKED_BY_INTERLOCK', 'LOCKED_OUT', 'CONFIRMATION_NEEDED']);

function refusals(examined: Examined): Finding[] {
  return byNode(
    examined,
    'refused',
    ({ code }) => code !== undefined && refusalCodes.has(code),
    (name, first, times) => `${name} was refused ${timesText(times)}: ${first.text}`,
  );
}

function uncaughtErrors(examined: Examined): Finding[] {
  return byNode(
    examined,
    'uncaught-error',
    ({ caught }) => !caught,
    (name, first, times) => `${name} told an error ${timesText(times)} that no Catch node takes: ${first.text}`,
  );
}

type NodeError = LoggedEvent<'error'>;

function byNode(
  { events }: Examined,
  rule: FindingRule,
  fits: (error: NodeError) => boolean,
  text: (name: string, first: NodeError, times: number) => string,
): Finding[] {
  const errors = events.filter((event): event is NodeError => event.kind === 'error' && fits(event));
  return [...groupedBy(errors, ({ node }) => node.id)].map(([nodeId, found]) => {
    const first = found[0] as NodeError;
    const node = nodeName(first.node);
    const told = { at: first.at, times: found.length, nodeId, node, detail: first.text };
    return { rule, text: text(node, first, found.length), ...told };
  });
}

function triedToLeave({ events }: Examined): Finding[] {
  const tries = events.filter((event) => event.kind === 'fence');
  return [...groupedBy(tries, ({ what }) => what)].map(([what, found]) => ({
    rule: 'tried-to-leave',
    text: `Something in the flow tried ${timesText(found.length)} to leave the rehearsal: ${what}`,
    at: (found[0] as LoggedEvent).at,
    times: found.length,
    detail: what,
  }));
}

function neverReached({ received }: Examined): Finding[] {
  return received
    .filter(({ messages }) => messages === 0)
    .map(({ node }) => ({
      rule: 'never-reached',
      text: `No message has come to ${nodeName(node)}`,
      times: 1,
      nodeId: node.id,
      node: nodeName(node),
    }));
}

export const nodeName = ({ name, type }: EventNode) => (name === '' ? type : name);
const timesText = (times: number) => (times === 1 ? 'once' : `${times} times`);
