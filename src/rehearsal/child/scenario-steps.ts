import type { Controls, Fault } from '../../simulator';
import { deviceOf, type Step, type StepKind } from '../scenario';

export interface StepTools {
  /** The site of each device. */
  readonly sites: readonly Controls[];
  /** Sends a message from the node that is named so. */
  emit(node: string, msg: Readonly<Record<string, unknown>>): void;
  /** Lets the node do what it does without a message. */
  press(node: string): void;
}

interface Found {
  readonly id: string;
  readonly controls: Controls;
}

function found({ sites }: StepTools, name: string): Found {
  for (const controls of sites) {
    const device = deviceOf({ devices: controls.devices() }, name);
    if (device !== undefined) return { id: device.id, controls };
  }
  throw new Error(`there is no device ${name}`);
}

type Run<Kind extends StepKind> = (step: Step<Kind>, tools: StepTools) => void;

const runs: { readonly [Kind in StepKind]: Run<Kind> } = {
  offline: ({ device }, tools) => setOnline(tools, device, false),
  online: ({ device }, tools) => setOnline(tools, device, true),
  trip({ device }, tools) {
    const { id, controls } = found(tools, device);
    controls.tripBreaker(id);
  },
  'main-handle'({ device, position }, tools) {
    const { id, controls } = found(tools, device);
    controls.moveMainHandle(id, position);
  },
  plugIn({ device, neededWh, carMaxA }, tools) {
    const { id, controls } = found(tools, device);
    controls.plugInCar(id, { neededWh, carMaxA });
  },
  unplug({ device }, tools) {
    const { id, controls } = found(tools, device);
    controls.unplugCar(id);
  },
  commission({ name }, { sites }) {
    for (const controls of sites) controls.commissionDevice({ hardwareType: 'emcb', label: name });
  },
  load({ device, ratedA, course }, tools) {
    const { id, controls } = found(tools, device);
    // A rack draws by day as by night.
    controls.setLoad(id, { ratedA, ...(course === 'steady' ? { kind: 'server-rack' } : {}) });
  },
  supply({ percent }, { sites }) {
    for (const controls of sites) controls.setSupply(percent);
  },
  override({ device, minutes }, tools) {
    const { id, controls } = found(tools, device);
    controls.gridOperator.share(id);
    controls.gridOperator.begin({ devices: [id], lasts: minutes });
  },
  fault({ fault }, { sites }) {
    // Checked with the scenario.
    for (const controls of sites) controls.faults.inject(fault as unknown as Fault);
  },
  emit: ({ node, msg }, { emit }) => emit(node, msg),
  press: ({ node }, { press }) => press(node),
};

function setOnline(tools: StepTools, device: string, online: boolean): void {
  const { id, controls } = found(tools, device);
  controls.setOnline(id, online);
}

/** Carries out a step of the scenario; throws where the site does not allow it, such as a second car. */
export function runStep<Kind extends StepKind>(step: Step<Kind>, tools: StepTools): void {
  (runs[step.do as Kind] as Run<Kind>)(step, tools);
}

/** A step in a few words, for the log. */
export function stepText(step: Step): string {
  const { at: _at, do: kind, ...fields } = step;
  const values = Object.values(fields).map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  return [kind, ...values].join(' ').slice(0, 300);
}
