import {
  type ArbiterState,
  initialArbiter,
  type ManagerState,
  type PlantState,
  type ServiceSpan,
} from '../../automation';
import { createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '..';

/** What one manager remembers. A dry run and a live one never continue each other: what one has opened the other has not. */
export interface ManagerMemory {
  /** When the node first ran, epoch ms. */
  readonly firstAt?: number;
  live?: ManagerState;
  dry?: { state: ManagerState; plant: PlantState };
}

/** What is remembered of one service. Its fields are replaced in place, and written by `save`. */
export interface ServiceMemory {
  /** As the record of commands names it. */
  readonly service: string;
  arbiter: ArbiterState;
  /** When each breaker that is held open was opened, by the service's clock. */
  readonly opened: Record<string, ServiceSpan>;
  /** The names of nodes, for what is held by nodes that are gone. */
  readonly names: Record<string, string>;
  readonly managers: Record<string, ManagerMemory>;
}

/** What load managers and the desks remember over restarts. Nothing in it is ever sent by itself. */
export interface AutomationMemory {
  of(service: string): ServiceMemory;
  /** Resolves when it is on the disk. Rejects where it cannot be kept: nothing may be sent then. */
  save(): Promise<void>;
  trouble(): StateTrouble | undefined;
}

interface State {
  readonly version: 1;
  readonly services: ServiceMemory[];
}

/** The memory in a user directory. */
export const automationMemory = sharedMemory('breakerflow-automation.json', createAutomationMemory);

export function createAutomationMemory(file: string, onTrouble?: OnStateTrouble): AutomationMemory {
  const store = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, services: [] }),
    isComplete: ({ services }) => Array.isArray(services) && services.every(isService),
    onTrouble,
  });

  return {
    of(service) {
      const { services } = store.state();
      const known = services.find((one) => one.service === service);
      if (known !== undefined) return known;
      const made: ServiceMemory = { service, arbiter: initialArbiter(), opened: {}, names: {}, managers: {} };
      services.push(made);
      return made;
    },
    save: store.saved,
    trouble: store.trouble,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isService(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { service, arbiter, opened, names, managers } = value;
  return (
    typeof service === 'string' &&
    isRecord(opened) &&
    isRecord(names) &&
    isRecord(arbiter) &&
    isRecord(arbiter.lastRestoreAt) &&
    hasAll(arbiter.breakers, ({ holders, done }) => Array.isArray(holders) && isRecord(done)) &&
    hasAll(arbiter.chargers, ({ done }) => isRecord(done)) &&
    hasAll(managers, ({ live, dry }) => isManager(live) && (dry === undefined || isDry(dry)))
  );
}

function isManager(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.saved)) return false;
  const numbers = [value.startedAt, value.nextAction, value.saved.monotonicMs, value.saved.wallMs];
  return (
    numbers.every((number) => typeof number === 'number') &&
    [value.meters, value.groups, value.told].every(isRecord) &&
    hasAll(value.loads, ({ phase, opensAt }) => typeof phase === 'string' && Array.isArray(opensAt))
  );
}

const isDry = (value: unknown) =>
  isRecord(value) &&
  value.state !== undefined &&
  isManager(value.state) &&
  isRecord(value.plant) &&
  isRecord(value.plant.loads);

function hasAll(value: unknown, fits: (entry: Readonly<Record<string, unknown>>) => boolean): boolean {
  return isRecord(value) && Object.values(value).every((entry) => isRecord(entry) && fits(entry));
}
