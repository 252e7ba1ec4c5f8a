import type { DeviceRequest } from '../../control';
import type { InputRun } from './inputs';
import type { Message } from './message';
import { messageTimes } from './message-times';

interface Guards {
  readonly dryRun: boolean;
  /** s */
  readonly expiry: number | undefined;
  readonly mute: boolean;
}

interface ReadsBack {
  readonly readBack: boolean;
  readonly readBackSeconds: number | undefined;
}

type Asked = Omit<DeviceRequest, 'deviceId' | 'signal'> & { readonly signal: AbortSignal };

/** What a node and its message say of whatever is to be changed; with a read-back where the node has one. */
export function writeRequestOf(
  config: Guards & Partial<ReadsBack>,
  { msg, run, startedAt }: { readonly msg: Message; readonly run: InputRun; readonly startedAt: number },
): Asked {
  const { receivedAt, signal } = run;
  const { mute, dryRun, readBack = false, readBackSeconds } = config;
  return {
    receivedAt,
    startedAt,
    ...messageTimes(msg, receivedAt, config.expiry),
    mute,
    dryRun,
    ...readBackOf({ readBack, readBackSeconds }),
    signal,
  };
}

/** How long a node waits for what it wrote to read so; nothing where it does not read back. */
export function readBackOf({ readBack, readBackSeconds }: ReadsBack): { readonly readBackMs?: number } {
  return readBack && readBackSeconds !== undefined ? { readBackMs: readBackSeconds * 1000 } : {};
}
