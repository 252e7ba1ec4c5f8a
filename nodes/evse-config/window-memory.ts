import { type ChargeWindow, type WindowZones, windowProblems } from '../../src/charging';
import { createStateStore, type OnStateTrouble, onceATurn, sharedMemory } from '../../src/runtime';

/** Charge windows that a node wrote in another zone's clock than the charger's. */
export interface KeptWindows {
  /** The name of the service. */
  readonly service: string;
  readonly deviceId: string;
  /** The node that wrote them, and that alone rewrites them. */
  readonly nodeId: string;
  readonly zones: WindowZones;
  readonly drawn: readonly ChargeWindow[];
  /** What the charger got: `drawn`, `shift` minutes later. */
  readonly sent: readonly ChargeWindow[];
  readonly shift: number;
}

/** The windows that are rewritten when a clock changes: one entry a charger, of the node that wrote last. */
export interface WindowMemory {
  ofNode(nodeId: string): readonly KeptWindows[];
  ofCharger(service: string, deviceId: string): KeptWindows | undefined;
  /** Resolves when it is on the disk, or cannot be written there: call it before the windows are sent. */
  remember(kept: KeptWindows): Promise<void>;
  forget(service: string, deviceId: string): Promise<void>;
  forgetNode(nodeId: string): Promise<void>;
}

interface State {
  readonly version: 1;
  windows: KeptWindows[];
}

/** The memory of a user directory. */
export const windowMemory = sharedMemory('breakerflow-charge-windows.json', createWindowMemory);

export function createWindowMemory(file: string, onTrouble?: OnStateTrouble): WindowMemory {
  const store = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, windows: [] }),
    isComplete: ({ windows }) => Array.isArray(windows) && windows.every(isKept),
    onTrouble,
  });

  const save = onceATurn(store.save);

  async function change(windows: KeptWindows[]): Promise<void> {
    store.state().windows = windows;
    await save();
  }
  const all = () => store.state().windows;
  const isOf = (service: string, deviceId: string) => (kept: KeptWindows) =>
    kept.service === service && kept.deviceId.toLowerCase() === deviceId.toLowerCase();

  return {
    ofNode: (nodeId) => all().filter((kept) => kept.nodeId === nodeId),
    ofCharger: (service, deviceId) => all().find(isOf(service, deviceId)),
    remember(kept) {
      const isSame = isOf(kept.service, kept.deviceId);
      return change([...all().filter((other) => !isSame(other)), kept]);
    },
    async forget(service, deviceId) {
      const isSame = isOf(service, deviceId);
      if (all().some(isSame)) await change(all().filter((kept) => !isSame(kept)));
    },
    async forgetNode(nodeId) {
      if (all().some((kept) => kept.nodeId === nodeId)) await change(all().filter((kept) => kept.nodeId !== nodeId));
    },
  };
}

function isKept(value: unknown): boolean {
  const { service, deviceId, nodeId, zones, drawn, sent, shift } = partsOf(value);
  const { drawn: drawnZone, charger } = partsOf(zones);
  return (
    [service, deviceId, nodeId, drawnZone, charger].every((text) => typeof text === 'string') &&
    typeof shift === 'number' &&
    [drawn, sent].every((windows) => windowProblems(windows).length === 0)
  );
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
