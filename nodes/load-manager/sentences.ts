import type {
  EventKey,
  Exceeded,
  LoadSummary,
  ManagerEvent,
  ManagerSettings,
  ManagerSummary,
  Parameters,
  Sentence,
} from '../../src/automation';
import type { Words } from '../../src/runtime';
import type { OwnText } from './own-text';
import { powerText } from './power-text';

export interface Sentences {
  /** The sentence of an event, with what the step has made of the manager. */
  event(event: ManagerEvent, summary: ManagerSummary): string;
  reason(reason: Sentence): string;
  /** Why a load is held off or limited now. */
  why(load: LoadSummary): string | undefined;
  /** `41.3 A` or `9.2 kW`, in the unit of the limit. */
  amount(value: number): string;
}

interface SentencesOptions {
  readonly text: OwnText;
  /** In the time zone of the manager. */
  readonly words: Words;
  readonly settings: ManagerSettings;
  /** What people call a device. */
  readonly called: (deviceId: string) => string;
  /** Wall time, epoch ms. */
  readonly now: () => number;
}

const reasonsOfWhy = ['limit', 'level', 'idle', 'swap', 'revert', 'fellow', 'stale'] as const;
/** They are of a total as a whole, and of no load. */
const ofTotal: ReadonlySet<EventKey> = new Set(['stale', 'readings-back']);
const outcomes = ['unchanged', 'refused', 'locked', 'unknown', 'confirmation-needed'] as const;

/** What happened and why, in the language of Node-RED, with names and units. */
export function createSentences({ text, words, settings, called, now }: SentencesOptions): Sentences {
  const isCurrent = settings.quantity === 'current';
  const { number } = words;
  const ampere = (value: Parameters[string] | undefined) => `${number(Number(value ?? 0))} A`;
  const amount = (value: number) => (isCurrent ? ampere(value) : powerText(value, number));
  const load = (deviceId: string | undefined) => settings.loads.find((one) => one.deviceId === deviceId);

  /** What is told of a further limit begins with its name. */
  function ofGroup({ group }: Parameters, told: string): string {
    return typeof group === 'string' && group !== '' ? text('automation.ofGroup', { group, told }) : told;
  }

  function over(parameters: Parameters, forMs = settings.afterMs): string {
    const leg = String(parameters.leg ?? '');
    const shown = {
      leg,
      total: amount(Number(parameters.total ?? 0)),
      limit: amount(Number(parameters.limit ?? 0)),
      seconds: Math.round(forMs / 1_000),
    };
    return ofGroup(parameters, leg === '' ? text('automation.over.total', shown) : text('automation.over.leg', shown));
  }

  function exceededText({ group, leg, total, limit }: Exceeded): string {
    const shown = { leg, total: amount(total), limit: amount(limit) };
    const told = leg === '' ? text('automation.exceeded.total', shown) : text('automation.exceeded.leg', shown);
    return ofGroup({ group }, told);
  }

  function cause(event: ManagerEvent, summary: ManagerSummary): string {
    const why = reasonsOfWhy.find((one) => one === event.parameters.why) ?? 'limit';
    if (why === 'limit') return over(event.parameters, summary.forMs);
    const told = text(`automation.why.${why}`, { level: levelText(summary) });
    return why === 'stale' ? ofGroup(event.parameters, told) : told;
  }

  const levelText = ({ level = 'normal' }: ManagerSummary) => text(`level.${level}`);

  /** How an opened load comes back: the sentence that follows the one of the event. */
  function comesBack({ deviceId }: ManagerEvent): string {
    const one = load(deviceId);
    if (one === undefined) return '';
    if (one.comesBack !== 'by-itself') return ` ${text(`automation.back.${one.comesBack}`)}`;
    const earliestMs = now() + Math.max(one.restMs, settings.calmMs);
    return ` ${text('automation.back.by-itself', {
      percent: Math.round(settings.gap * 100),
      minutes: number(settings.calmMs / 60_000),
      time: words.time(earliestMs),
    })}`;
  }

  function detail({ outcome, detail: told }: Parameters): string {
    if (typeof told === 'string' && told !== '') return told;
    const known = outcomes.find((one) => one === outcome);
    return text(`automation.outcome.${known ?? 'error'}`);
  }

  const list = (value: Parameters[string] | undefined) =>
    words.list((Array.isArray(value) ? (value as readonly string[]) : []).map(called)) || '–';

  /** What the texts of each event have in common, and what is its own. */
  function parametersOf(event: ManagerEvent, summary: ManagerSummary): Readonly<Record<string, unknown>> {
    const { parameters } = event;
    return {
      name: event.deviceId === undefined ? '' : called(event.deviceId),
      why: cause(event, summary),
      over: over(parameters, summary.forMs),
      carried: ampere(parameters.carried),
      to: ampere(parameters.toA),
      detail: detail(parameters),
      names: list(parameters.deviceIds ?? parameters.most),
      asked: amount(Number(parameters.asked ?? 0)),
      highest: amount(Number(parameters.highest ?? 0)),
      value: String(parameters.value ?? ''),
      seconds: Number(parameters.seconds ?? 0),
      operations: number(Number(parameters.operations ?? 0)),
      ofYear: number(Number(parameters.ofYear ?? 0)),
      used: `${number(Number(parameters.usedWh ?? 0) / 1_000)} kWh`,
      minutes: Math.ceil(Number(parameters.leftS ?? 0) / 60),
    };
  }

  return {
    amount,
    event(event, summary) {
      const shown = parametersOf(event, summary);
      const told = ofTotal.has(event.event)
        ? ofGroup(event.parameters, text(`automation.${keyOf(event)}`, shown))
        : text(`automation.${keyOf(event)}`, shown);
      const prefix = event.dryRun ? `${text('automation.dryRun')} ` : '';
      return `${prefix}${told}${event.event === 'opened' ? comesBack(event) : ''}`;
    },
    reason({ key, parameters }) {
      return text(`automation.${key}`, { carried: ampere(parameters.carried) });
    },
    why({ why, phase, claimA, exceeded }) {
      if (why === undefined || (phase === 'normal' && claimA === undefined)) return undefined;
      if (exceeded !== undefined) return exceededText(exceeded);
      return text(`automation.state.${why}`);
    },
  };
}

/** Two events have two sentences. */
function keyOf({ event, parameters }: ManagerEvent): EventKey | 'raised-free' | 'feeds-in' {
  if (event === 'raised' && parameters.free === true) return 'raised-free';
  if (event === 'wrong-direction' && parameters.feedsIn === true) return 'feeds-in';
  return event;
}
