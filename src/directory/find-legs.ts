import type { Leg } from './circuit';
import { correlation, deviation, type VoltageSteps } from './voltage-series';

/** The voltages of one device; without `b` it has a single pole. */
export interface DeviceVoltages {
  readonly deviceId: string;
  readonly a: VoltageSteps;
  readonly b?: VoltageSteps;
}

/** Why no leg is proposed. */
export type LegDoubt = 'noTwoPole' | 'fewSamples' | 'flat' | 'alike' | 'unlike' | 'disagree';

/** `reference`: the two-pole device whose pole A is called leg A; absent for a two-pole device. */
export interface FoundLeg {
  readonly deviceId: string;
  readonly leg: Exclude<Leg, 'C'>;
  readonly isSure: boolean;
  readonly reference?: string;
}

export type LegProposal = FoundLeg | { readonly deviceId: string; readonly doubt: LegDoubt };

/** Four hours of common steps. */
const leastSteps = 48;
/** V, standard deviation: less is the rounding of the meters. */
const leastDeviationV = 0.1;
const leastCorrelation = 0.8;
const sureCorrelation = 0.95;

interface TwoPole {
  readonly deviceId: string;
  readonly a: VoltageSteps;
  readonly b: VoltageSteps;
}

/**
 * The leg of each single-pole device: its voltage moves as that of one pole of a two-pole device. Proposes nothing where the
 * readings leave a doubt. Each house of an account has a two-pole device after which its legs are named.
 */
export function findLegs(devices: readonly DeviceVoltages[]): LegProposal[] {
  const references = referencesAmong(devices);
  return devices.map(({ deviceId, a, b }): LegProposal => {
    if (b !== undefined) return { deviceId, leg: 'both', isSure: true };
    const answers = references.map((reference) => followedLeg(a, reference));
    const [found, ...others] = answers.flatMap((answer) => ('leg' in answer ? [answer] : []));
    if (found === undefined) return { deviceId, doubt: worthSaying(answers) };
    if (others.length > 0) return { deviceId, doubt: 'disagree' };
    return { deviceId, ...found };
  });
}

/** The two-pole devices that follow none with more readings: those of other houses. */
function referencesAmong(devices: readonly DeviceVoltages[]): TwoPole[] {
  const twoPole = devices.flatMap(({ deviceId, a, b }) => (b === undefined ? [] : [{ deviceId, a, b }]));
  twoPole.sort((one, other) => other.a.size - one.a.size || (one.deviceId < other.deviceId ? -1 : 1));
  const references: TwoPole[] = [];
  for (const candidate of twoPole) {
    const answers = references.map((reference) => followedLeg(candidate.a, reference));
    // One that cannot be compared may be of the same house, with its poles the other way round.
    if (answers.every((answer) => 'doubt' in answer && answer.doubt === 'unlike')) references.push(candidate);
  }
  return references;
}

type Answer = Omit<FoundLeg, 'deviceId'> | { readonly doubt: LegDoubt };

/** Which leg of a two-pole device a voltage follows: as one of them, and by what sets it apart from the other. */
function followedLeg(voltage: VoltageSteps, { deviceId, a, b }: TwoPole): Answer {
  const common = [...voltage].flatMap(([step, own]) => {
    const [legA, legB] = [a.get(step), b.get(step)];
    return legA === undefined || legB === undefined ? [] : [{ own, legA, legB }];
  });
  if (common.length < leastSteps) return { doubt: 'fewSamples' };
  const own = common.map((at) => at.own);
  const between = common.map(({ legA, legB }) => legA - legB);
  if (deviation(own) < leastDeviationV) return { doubt: 'flat' };
  if (deviation(between) < leastDeviationV) return { doubt: 'alike' };
  const towardsA = correlation(
    common.map((at) => at.own - (at.legA + at.legB) / 2),
    between,
  );
  const leg = towardsA > 0 ? 'A' : 'B';
  const alongLeg = correlation(
    own,
    common.map(({ legA, legB }) => (leg === 'A' ? legA : legB)),
  );
  const least = Math.min(Math.abs(towardsA), alongLeg);
  if (least < leastCorrelation) return { doubt: 'unlike' };
  return { leg, isSure: least >= sureCorrelation, reference: deviceId };
}

/** Of the doubts that each reference leaves: with its own house there is more to it than being unlike. */
function worthSaying(answers: readonly Answer[]): LegDoubt {
  const doubts = answers.flatMap((answer) => ('doubt' in answer ? [answer.doubt] : []));
  return doubts.find((doubt) => doubt !== 'unlike') ?? doubts[0] ?? 'noTwoPole';
}
