import type { Controls, Fault } from '../../simulator';
import type { RehearsalLog } from '../log';
import { deviceOf, instantOf, type Scenario, type Step, type StepKind } from '../scenario';
import type { FlowNodes } from './flow-nodes';
import type { VirtualTime } from './virtual-time';

interface StepTools {
  readonly time: VirtualTime;
  readonly log: RehearsalLog;
  readonly sites: readonly Controls[];
  readonly nodes: FlowNodes;
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
  emit({ node, msg }, { nodes }) {
    for (const each of nodes.running(node)) each.send(structuredClone(msg) as never);
  },
  press({ node }, { nodes }) {
    for (const each of nodes.running(node)) each.receive({});
  },
};

function setOnline(tools: StepTools, device: string, online: boolean): void {
  const { id, controls } = found(tools, device);
  controls.setOnline(id, online);
}

/** Lets the steps of a scenario come at their times, and tells each: also what the site does not allow, such as a second car. */
export function scheduleSteps({ start, steps = [] }: Scenario, tools: StepTools): void {
  const { time, log } = tools;
  for (const step of steps)
    time.after(instantOf(step.at, Date.parse(start)) - time.now(), () => {
      try {
        runStep(step, tools);
        log.add('step', { text: stepText(step) });
      } catch (error) {
        log.add('step', { text: stepText(step), failed: error instanceof Error ? error.message : String(error) });
      }
    });
}

function runStep<Kind extends StepKind>(step: Step<Kind>, tools: StepTools): void {
  (runs[step.do as Kind] as Run<Kind>)(step, tools);
}

/** A step in a few words, for the log. */
function stepText(step: Step): string {
  const { at: _at, do: kind, ...fields } = step;
  const values = Object.values(fields).map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  return [kind, ...values].join(' ').slice(0, 300);
}
