import type { SimulatorState } from '../../admin-api';
import { ClientError } from '../../client';
import { problem } from '../../schema';
import { type Account, invalidInput } from '..';

/** The controls of the simulator that the panel offers: events in the site, but no changes of the service's data. */
const allowedControls =
  /^(POST \/clock|POST \/supply|(POST|DELETE) \/faults|POST \/devices|POST \/devices\/[\w-]+\/(online|offline|trip|main-handle|plug|unplug|load))$/;

/** What the panel shows of the built-in simulator. */
export async function readSimulator(account: Account): Promise<SimulatorState | undefined> {
  const controls = await account.simulator();
  if (controls === undefined) return undefined;
  return {
    nowMs: controls.now(),
    speed: controls.clock.speed(),
    supplyPercent: controls.supplyPercent(),
    faults: controls.faults.active,
    gridOperator: controls.gridOperator.look(),
    devices: controls
      .devices()
      .map(({ id, label, hardwareType, online, mainHandle, remoteHandle, load, loadRatedA, pluggedIn }) => ({
        id,
        label,
        hardwareType,
        online,
        mainHandle,
        remoteHandle,
        load,
        loadRatedA,
        pluggedIn,
      })),
  };
}

/** Does one thing in the simulated site. Undefined where the account has no simulator: no real device has such a control. */
export async function controlSimulator(
  account: Account,
  control: unknown,
  fields: unknown,
): Promise<{ readonly result: unknown } | undefined> {
  const controls = account.kind === 'simulator' ? await account.simulator() : undefined;
  if (controls === undefined) return undefined;
  if (typeof control !== 'string' || !allowedControls.test(control))
    throw invalidInput('there is no such control', [problem('control', 'choice', 'is not one of the controls')]);
  if (fields !== undefined && (typeof fields !== 'object' || fields === null || Array.isArray(fields)))
    throw invalidInput('the control is not described', [
      problem('fields', 'type', 'must be an object', { type: 'object' }),
    ]);
  const [method = '', path = ''] = control.split(' ');
  return {
    result: asControl(() => perform(controls, method, path, (fields ?? {}) as Record<string, unknown>) ?? null),
  };
}

function perform(...control: Parameters<typeof import('../../simulator').performControl>): unknown {
  // Loaded already: the account has one.
  const { performControl } = require('../../simulator') as typeof import('../../simulator');
  return performControl(...control);
}

/** A control that cannot do what it was asked, told as an error of the service is. */
export function asControl<T>(work: () => T): T {
  const { ControlProblem, GridOperatorProblem } = require('../../simulator') as typeof import('../../simulator');
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ControlProblem) || error instanceof GridOperatorProblem) throw error;
    throw new ClientError(error.status === 404 ? 'NOT_FOUND' : 'REFUSED', error.message, { statusCode: error.status });
  }
}
