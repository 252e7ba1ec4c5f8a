import type { OperatorAnswer, OperatorDevice, OperatorEvent } from '../../admin-api';
import { problem } from '../../schema';
import type { Controls } from '../../simulator';
import { type Account, invalidInput } from '..';
import type { Handler } from './route';
import { asControl } from './simulator-panel';

type BeginRequest = Parameters<Handler<'POST accounts/:id/grid-operator/begin'>>[0];

const maxTextLength = 256;

/** What the grid operator of the simulated site does. Undefined where the account has no simulator. */
async function asOperator<T>(
  account: Account,
  work: (operator: Controls['gridOperator']) => T,
): Promise<OperatorAnswer<T> | undefined> {
  const controls = account.kind === 'simulator' ? await account.simulator() : undefined;
  if (controls === undefined) return undefined;
  // Loaded already: the account has one.
  const { GridOperatorProblem } = require('../../simulator') as typeof import('../../simulator');
  try {
    return { done: asControl(() => work(controls.gridOperator)) };
  } catch (error) {
    if (!(error instanceof GridOperatorProblem)) throw error;
    const { field, reason, names } = error;
    return { problem: { field, reason, names } };
  }
}

export function claimCode(account: Account, code: string): Promise<OperatorAnswer<OperatorDevice> | undefined> {
  return asOperator(account, (operator) => operator.claim(code.slice(0, maxTextLength)));
}

export function beginEvent(
  account: Account,
  { string, value }: BeginRequest,
): Promise<OperatorAnswer<OperatorEvent> | undefined> {
  const devices = value('devices');
  if (!(Array.isArray(devices) && devices.every((id) => typeof id === 'string')))
    throw invalidInput('the event is not described', [
      problem('devices', 'type', 'must be a list of device ids', { type: 'array' }),
    ]);
  const description = string('description').trim().slice(0, maxTextLength);
  const lasts = value('lasts');
  const event = {
    devices,
    startsIn: minutesOf(value('startsIn')),
    ...(description === '' ? {} : { description }),
    ...(lasts === undefined ? {} : { lasts: minutesOf(lasts) }),
  };
  return asOperator(account, (operator) => operator.begin(event));
}

export function endEvent(
  account: Account,
  eventId: string,
): Promise<OperatorAnswer<readonly OperatorDevice[]> | undefined> {
  return asOperator(account, (operator) => operator.end(eventId));
}

/** What is no number is refused at its field. */
function minutesOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
