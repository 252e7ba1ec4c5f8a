import type {
  RehearsalFinding,
  RehearsalResult,
  RehearsalState,
  RehearsedEvent,
  RehearsedGap,
} from '../../../admin-api';
import { defined } from '../../../object';
import { ownTypes } from '../../../own-package';
import {
  type EventKind,
  enabledTabs,
  type LoggedEvent,
  nodeName,
  type Rehearsal,
  rewriteFlow,
  type Scenario,
  type StoredNode,
} from '../../../rehearsal';
import type { Texts } from '../..';
import { doneOutcomes, outcomeWords } from '../commands';

interface Rehearsed {
  readonly scenario: Scenario;
  readonly zone: string;
  /** All that is deployed. */
  readonly flow: readonly StoredNode[];
}

type Devices = Rehearsal['result']['samples']['devices'];

const hourMs = 3_600_000;
const nominalV = 120;
const maxText = 300;
/** What a browser draws and a person reads; a badge changes more often than a command is sent. */
const most: { readonly [Kind in EventKind]: number } = {
  ...{ command: 1_000, world: 1_000, error: 500, limit: 200, 'stand-in': 300, badge: 300, step: 200, fence: 100 },
  // Those that count are told by the findings.
  ...{ request: 0, debug: 0 },
};

/** A rehearsal as the sidebar and the report have it; the outcomes of commands are still those of the record. */
export function shownResult(rehearsal: Rehearsal, { scenario, zone, flow }: Rehearsed): RehearsalResult {
  const { result, verdicts, standIns, accounts, sites } = rehearsal;
  const { figures, samples, ending, early } = result;
  const { events, leftOut } = shownEvents(result.events, samples.devices);
  const startMs = Date.parse(scenario.start);
  return {
    ...{ fromMs: startMs, toMs: startMs + figures.simulatedMs, wholeMs: scenario.hours * hourMs },
    ...{ ending, zone, requests: figures.requests, stepMs: samples.stepMs, events },
    ...(early?.ending === 'failed' ? { said: early.said } : {}),
    flows: enabledTabs(flow)
      .filter(({ id, label }) => scenario.flows?.some((name) => name === id || name === label) ?? true)
      .map(({ id, label }) => label || id),
    unarmed: accounts.filter(({ wasUnarmed }) => wasUnarmed).map(({ id, name }) => name || id),
    copied: accounts.filter(({ seed }) => seed === undefined).map(({ id, name }) => name || id),
    gaps: foldedGaps(sites.flatMap(({ gaps }) => gaps)),
    silent: standIns.filter(({ isSource }) => isSource).map(named),
    answered: standIns.filter(({ passesOn }) => passesOn).map(named),
    circuits: samples.devices.map(({ label, ratedA, poles }, index) => ({
      ...{ label, ratedW: ratedA * poles * nominalV, watts: samples.watts[index] ?? [] },
    })),
    limits: samples.limits.map((limit) => ({ ...limit, node: named(limit.node) })),
    leftOut: leftOut + figures.droppedEvents,
    findings: [...rehearsal.findings.map(({ text: _, ...finding }) => finding), ...neverQuiet(result)],
    verdicts: verdicts.map(({ found: _, nodeId, ...verdict }) => {
      const node = flow.find(({ id }) => id === nodeId);
      return { ...verdict, ...(node === undefined ? {} : { node: named(node) }) };
    }),
  };
}

/** The result with outcomes in words. */
export function inWords(result: RehearsalResult, texts: Texts): RehearsalResult {
  const events = result.events.map((event) =>
    event.outcome === undefined ? event : { ...event, outcome: outcomeWords(event.outcome, texts) },
  );
  return { ...result, events };
}

/** One for each kind and reason: twenty devices without history are one sentence. */
function foldedGaps(gaps: Rehearsal['sites'][number]['gaps']): RehearsedGap[] {
  const folded = new Map<string, RehearsedGap & { readonly of: string[] }>();
  for (const { what, of, why = '' } of gaps) {
    const key = `${what} ${why}`;
    const gap = folded.get(key) ?? { what, of: [], why };
    folded.set(key, gap);
    if (of !== undefined) gap.of.push(of);
  }
  return [...folded.values()];
}

const named = ({ id, name = '', type }: Pick<StoredNode, 'id' | 'name' | 'type'>) => ({
  id,
  name: nodeName({ id, name, type }),
});

/** The nodes of a flow to which messages can come that a rehearsal only records. */
export function standInsOf(flow: readonly StoredNode[]): RehearsalState['standIns'] {
  const { standIns } = rewriteFlow(flow, ownTypes());
  return standIns.filter(({ isSource }) => !isSource).map(named);
}

function neverQuiet({ early }: Rehearsal['result']): RehearsalFinding[] {
  if (early?.ending !== 'never-quiet') return [];
  return [{ rule: 'never-quiet', times: 1, detail: early.nodes.join(', ') }];
}

function shownEvents(all: readonly LoggedEvent[], devices: Devices): { events: RehearsedEvent[]; leftOut: number } {
  const counts = new Map<EventKind, number>();
  let leftOut = 0;
  const events = all.flatMap((event) => {
    const count = (counts.get(event.kind) ?? 0) + 1;
    counts.set(event.kind, count);
    const shown = shownEvent(event, devices);
    if (shown === undefined) return [];
    if (count <= most[event.kind]) return [shown];
    leftOut += 1;
    return [];
  });
  return { events, leftOut };
}

function shownEvent(event: LoggedEvent, devices: Devices): RehearsedEvent | undefined {
  const { kind, at } = event;
  switch (kind) {
    case 'command': {
      const { node, command, outcome, devices, way, reason } = event;
      const position = positions[command];
      return {
        ...{ kind, at, node: named(node), devices, way, text: command },
        ...{ outcome, isBad: !doneOutcomes.has(outcome) },
        ...defined({ reason, position }),
      };
    }
    case 'world': {
      const { device, type, source, position } = event;
      const ends = type === 'charging-stopped' ? 'open' : type === 'charging-began' ? 'closed' : position;
      return { kind: 'moved', at, devices: [device], text: source ?? type, ...defined({ position: ends }) };
    }
    case 'error':
      return { kind, at, node: named(event.node), text: short(event.text), isBad: !event.caught };
    case 'limit': {
      const { node, group, unit, limit: value } = event;
      return { kind, at, node: named(node), text: group, limit: { unit, ...defined({ value }) } };
    }
    case 'badge':
      return { kind, at, node: named(event.node), text: event.text };
    case 'stand-in':
      return { kind, at, node: named(event.node), text: short(JSON.stringify(event.payload) ?? '') };
    case 'step': {
      const text = stepText(event.text, devices);
      const { failed } = event;
      return { kind, at, text: failed === undefined ? text : `${text}: ${failed}`, isBad: failed !== undefined };
    }
    case 'fence':
      return { kind, at, text: event.what, isBad: true };
    default:
      return undefined;
  }
}

/** With the labels of devices; of a fault only its kind. */
function stepText(text: string, devices: Devices): string {
  const named = devices.reduce((told, { id, label }) => told.replaceAll(id, label), text);
  const [, kind] = /^fault \{.*?"kind":"([^"]+)"/.exec(named) ?? [];
  return kind === undefined ? named : `fault: ${kind}`;
}

const positions: Readonly<Record<string, 'open' | 'closed'>> = { open: 'open', close: 'closed' };
const short = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);
