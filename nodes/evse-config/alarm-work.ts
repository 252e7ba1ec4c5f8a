import { evseSettableModes } from '../../src/catalog';
import { ClientError } from '../../src/client';
import type { ChargerChange, ChargerChangeRequest, ChargerConfiguration, ChargerOperator } from '../../src/control';
import type { SceneMemory, SceneReference } from '../../src/runtime/scenes';
import {
  type ChargerLeftReason,
  type ChargerLimit,
  type ChargerReading,
  type ChargerSetting,
  decideChargerRestore,
  decideChargerSet,
  type RememberedCharger,
} from '../../src/scene';

type Row = Record<string, unknown>;

interface AlarmWork {
  readonly operator: ChargerOperator;
  readonly memory: SceneMemory<RememberedCharger>;
  readonly scene: SceneReference;
  /** What all changes of the message share. */
  readonly shared: Omit<ChargerChangeRequest, 'deviceId' | 'change' | 'choose'>;
  readonly isDryRun: boolean;
  /** Called when it is decided whether the charger is changed, and that is remembered. */
  readonly onDecided: (deviceId: string) => void;
}

/** Limits a charger, and remembers on disk what it was set to before the change is sent. */
export function limitCharger(work: AlarmWork, deviceId: string, limit: ChargerLimit): Promise<Row> {
  const { memory, scene, isDryRun } = work;
  const widest = { mode: 'cloud-api', enabled: limit !== 'pause', ...(limit === 'pause' ? {} : { maxCurrent: limit }) };
  let remembered = false;
  return changeCharger(work, {
    deviceId,
    change: changeOf(widest),
    async choose(read, leave) {
      const decision = decideChargerSet(limit, read, memory.circuit(scene, deviceId));
      switch (decision.do) {
        case 'fail':
          throw cannotBeRead(deviceId);
        case 'leave':
          leave(decision.reason);
          return undefined;
        case 'change': {
          const { before, to } = decision;
          remembered = !isDryRun;
          if (remembered) await memory.remember(scene, { deviceId, before, to });
          return to;
        }
      }
    },
    async refused() {
      if (remembered) await memory.forget(scene, [deviceId]);
    },
    async ended(outcome) {
      const now = memory.circuit(scene, deviceId);
      if (outcome === 'unknown' && remembered && now !== undefined)
        await memory.remember(scene, { ...now, doubtful: true });
    },
  });
}

/** Gives a charger back what it was set to before, and forgets it when that is done. */
export function restoreCharger(work: AlarmWork, { deviceId, before }: RememberedCharger): Promise<Row> {
  const { memory, scene, isDryRun } = work;
  const forget = async () => {
    if (!isDryRun) await memory.forget(scene, [deviceId]);
  };
  return changeCharger(work, {
    deviceId,
    change: changeOf(before),
    async choose(read, leave) {
      const known = memory.circuit(scene, deviceId);
      if (known === undefined) {
        leave('as-before');
        return undefined;
      }
      const decision = decideChargerRestore(known, read);
      switch (decision.do) {
        case 'fail':
          throw cannotBeRead(deviceId);
        case 'leave':
          leave(decision.reason);
          if (!decision.keep) await forget();
          return undefined;
        case 'change':
          return decision.to;
      }
    },
    async refused() {},
    async ended(outcome) {
      // After a lost answer it stays remembered; a later restore looks at it first.
      if (outcome === 'confirmed' || outcome === 'accepted') await forget();
    },
  });
}

interface Deed {
  readonly deviceId: string;
  /** The widest change that may be sent. */
  readonly change: ChargerChange;
  choose(read: ChargerReading, leave: (reason: ChargerLeftReason) => void): Promise<ChargerSetting | undefined>;
  /** The change has not reached the charger. */
  refused(): Promise<void>;
  ended(outcome: string): Promise<void>;
}

/** Errors after which a change may have reached the charger. */
const doubtfulCodes: ReadonlySet<string> = new Set(['UNKNOWN_OUTCOME', 'CLOSED', 'TIMEOUT']);

async function changeCharger({ operator, shared, onDecided }: AlarmWork, deed: Deed): Promise<Row> {
  const { deviceId, change } = deed;
  let leftOut: ChargerLeftReason | undefined;
  try {
    const result = await operator.change({
      ...shared,
      deviceId,
      change,
      async choose(read) {
        const setting = await deed.choose(readingOf(read), (reason) => {
          leftOut = reason;
        });
        onDecided(deviceId);
        return setting && changeOf(setting);
      },
    });
    if (leftOut !== undefined) return { deviceId, leftOut };
    await deed.ended(result.outcome);
    return { ...result };
  } catch (error) {
    if (error instanceof ClientError && !doubtfulCodes.has(error.code)) await deed.refused();
    throw error;
  } finally {
    onDecided(deviceId);
  }
}

function readingOf({ mode, configuration }: ChargerConfiguration): ChargerReading {
  const { enabled, restrictions } = configuration?.apiConfiguration ?? {};
  return { mode, isSettable: isSettable(mode), enabled, maxCurrent: restrictions?.maxCurrent };
}

function isSettable(mode: string | undefined): mode is NonNullable<ChargerChange['mode']> {
  return (evseSettableModes as readonly unknown[]).includes(mode);
}

function changeOf({ mode, enabled, maxCurrent }: ChargerSetting): ChargerChange {
  const restrictions = maxCurrent === undefined ? {} : { restrictions: { maxCurrent } };
  return { ...(isSettable(mode) ? { mode } : {}), configuration: { apiConfiguration: { enabled, ...restrictions } } };
}

function cannotBeRead(deviceId: string): ClientError {
  return new ClientError('BAD_RESPONSE', `${deviceId} cannot be read: what it is set to is not known`, {
    operation: 'evse.getConfiguration',
    deviceId,
    validations: [],
    retryable: false,
  });
}
