import { commandingNode, commandSource } from './findings';
import type { Samples } from './job';
import type { LoggedEvent } from './log';
import { deviceOf, type Expectation, instantOf, type Nameable, nodesNamed } from './scenario';

/** Whether an expectation was met. */
export interface Verdict {
  readonly text: string;
  readonly met: boolean;
  /** What was found instead, in a sentence. */
  readonly found: string;
  /** The same as data, for other languages. */
  readonly seen: Seen;
  /** The first instant that speaks against it, epoch milliseconds. */
  readonly at?: number;
  /** A node that has to do with it. */
  readonly nodeId?: string;
}

/** How many entries fit, of a device where they are counted for each; or the power, W, that went furthest or too far. */
export type Seen =
  | { readonly kind: 'count'; readonly count: number; readonly device?: string }
  | { readonly kind: 'highest' | 'lowest' | 'beyond'; readonly watts: number }
  | { readonly kind: 'no-time' };

export interface Judged {
  readonly events: readonly LoggedEvent[];
  readonly samples: Samples;
  readonly startMs: number;
  readonly known: Nameable;
}

/** Judges each expectation of a scenario. */
export function judge(expectations: readonly Expectation[], judged: Judged): Verdict[] {
  return expectations.map((expected) =>
    expected.kind === 'power' ? judgePower(expected, judged) : judgeEvents(expected, judged),
  );
}

function withinOf({ after, before }: Expectation, { startMs, samples }: Judged): { from: number; to: number } {
  const endMs = samples.fromMs + samples.stepMs * (samples.watts[0]?.length ?? 0) + samples.stepMs;
  const from = after === undefined ? startMs : instantOf(after, startMs);
  return { from, to: before === undefined ? Math.max(endMs, startMs + 744 * 3_600_000) : instantOf(before, from) };
}

function judgeEvents(expected: Expectation, judged: Judged): Verdict {
  const { from, to } = withinOf(expected, judged);
  const fits = judged.events.filter(
    (event) => event.kind === expected.kind && event.at >= from && event.at < to && matches(event, expected, judged),
  );
  const groups = expected.perDevice === 'yes' ? byDevice(fits) : new Map([['', fits]]);
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = expected;
  const wrong = [...groups].find(([, events]) => events.length < atLeast || events.length > atMost);
  const [name, events] = wrong ?? [...groups][0] ?? ['', []];
  const against =
    wrong === undefined ? undefined : (events[atMost === Number.POSITIVE_INFINITY ? 0 : atMost] ?? events[0]);
  const nodeId = nodeAgainst(against, expected, judged);
  return {
    text: expected.text,
    met: wrong === undefined,
    ...found({ kind: 'count', count: events.length, ...(name === '' ? {} : { device: name }) }),
    ...(against === undefined ? {} : { at: against.at }),
    ...(nodeId === undefined ? {} : { nodeId }),
  };
}

/** Who commanded what moved; where nothing came, the node to which it should have come. */
function nodeAgainst(against: LoggedEvent | undefined, { match = {} }: Expectation, { events, known }: Judged) {
  if (against === undefined) return typeof match.node === 'string' ? nodesNamed(known, match.node)[0]?.id : undefined;
  if (against.kind === 'world')
    return commandSource(against.source) ? commandingNode({ events }, against)?.id : undefined;
  return 'node' in against ? against.node.id : undefined;
}

function byDevice(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const names = event.kind === 'world' ? [event.device] : event.kind === 'command' ? event.devices : [''];
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), event]);
  }
  return groups;
}

function matches(event: LoggedEvent, { match = {} }: Expectation, { known }: Judged): boolean {
  return Object.entries(match).every(([field, wanted]) => {
    const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
    if (field === 'node') return isNode(value, String(wanted), known);
    if (field === 'device') {
      const id = deviceOf(known, String(wanted))?.id;
      if (event.kind === 'command') return event.devices.some((name) => name === wanted || name === id);
      return event.kind === 'world' && event.deviceId === id;
    }
    // A text fits where it holds what is wanted.
    if (typeof wanted === 'string' && (field === 'text' || field === 'payload'))
      return (typeof value === 'string' ? value : JSON.stringify(value)).includes(wanted);
    return value === wanted;
  });
}

function isNode(node: unknown, wanted: string, known: Nameable): boolean {
  const { id, type } = node as { readonly id: string; readonly type: string };
  return wanted.startsWith('type:') ? type === wanted.slice(5) : nodesNamed(known, wanted).some((one) => one.id === id);
}

function judgePower(expected: Expectation, judged: Judged): Verdict {
  const { samples, known } = judged;
  const { from, to } = withinOf(expected, judged);
  const { of = 'all', below = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY, forSeconds = 0 } = expected;
  const wanted = of === 'all' ? undefined : deviceOf(known, of)?.id;
  const chosen = samples.watts.filter((_, index) => wanted === undefined || samples.devices[index]?.id === wanted);
  const needed = Math.max(1, Math.ceil((forSeconds * 1000) / samples.stepMs));
  let run = 0;
  let worst: { watts: number; at: number } | undefined;
  let extreme: number | undefined;
  for (let index = 0; index < (chosen[0]?.length ?? 0); index += 1) {
    const at = samples.fromMs + index * samples.stepMs;
    if (at < from || at >= to) continue;
    const watts = chosen.reduce((sum, values) => sum + (values[index] ?? 0), 0);
    const beyond = watts >= below || watts <= above;
    run = beyond ? run + 1 : 0;
    extreme =
      extreme === undefined
        ? watts
        : below === Number.POSITIVE_INFINITY
          ? Math.min(extreme, watts)
          : Math.max(extreme, watts);
    if (run >= needed && worst === undefined) worst = { watts, at: at - (run - 1) * samples.stepMs };
  }
  if (extreme === undefined) return { text: expected.text, met: false, ...found({ kind: 'no-time' }) };
  const kind = below === Number.POSITIVE_INFINITY ? 'lowest' : 'highest';
  return {
    text: expected.text,
    met: worst === undefined,
    ...found(
      worst === undefined ? { kind, watts: Math.round(extreme) } : { kind: 'beyond', watts: Math.round(worst.watts) },
    ),
    ...(worst === undefined ? {} : { at: worst.at }),
  };
}

function found(seen: Seen): Pick<Verdict, 'found' | 'seen'> {
  return { found: sentenceOf(seen), seen };
}

function sentenceOf(seen: Seen): string {
  switch (seen.kind) {
    case 'count':
      return `${seen.count} found${seen.device === undefined ? '' : ` of ${seen.device}`}`;
    case 'highest':
      return `at most ${seen.watts} W`;
    case 'lowest':
      return `at least ${seen.watts} W`;
    case 'beyond':
      return `${seen.watts} W`;
    case 'no-time':
      return 'no minute of this time was rehearsed';
  }
}
