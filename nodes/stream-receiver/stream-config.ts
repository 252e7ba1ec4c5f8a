import { invalidInput } from '../../src/runtime';
import type { SecretOf } from '../../src/runtime/made';
import { problem } from '../../src/schema';
import type { AccessKey } from '../../src/sigv4';

/** The configuration of a stream receiver. */
export interface StreamReceiverConfig {
  readonly name: string;
  readonly format: 'webhook' | 'azure-iot-hub' | 'queue';
  /** How messages hold publishes, if they arrive as messages. */
  readonly comesFrom: 'publishes' | 'event-grid';
  /** Where publishes are delivered. */
  readonly deliverTo: 'flow' | 'queue';
  /** Name of the queue. */
  readonly queue: string;
  /** The endpoint whose Redis has the queue, for a worker. */
  readonly queueEndpoint: string;
  /** Consumer group: each publish goes to one worker of a group. */
  readonly group: string;
  readonly acknowledge: 'returned' | 'arrival';
  /** Seconds after which an unacknowledged publish goes to another worker. */
  readonly takeOverAfter: number | undefined;
  readonly maxHeld: number | undefined;
  readonly endpoint: string;
  /** The endpoint whose duplicate store is shared, if publishes arrive as messages. */
  readonly duplicates: string;
  readonly route: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly nextAccessKeyId: string;
  readonly nextSecretAccessKey: string;
  readonly service: string;
  readonly register: boolean;
  readonly account: string;
  readonly connectionString: string;
  readonly description: string;
  readonly devices: readonly string[];
  readonly removeWithNode: boolean;
  readonly output: 'publish' | 'channel' | 'reading';
  readonly shape: 'flat' | 'tree';
  readonly topicBy: 'name' | 'id';
  readonly onlyDevices: string;
  readonly channels: string;
  readonly byException: boolean;
  readonly deadBand: number | undefined;
  readonly deadBands: string;
  readonly words: boolean;
  readonly wordsZone: string;
}

/** The parts of a comma-separated list. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Parses `path = number`, comma-separated; the check of the field guarantees the format. */
export function deadBandsOf(text: string): Record<string, number> {
  return Object.fromEntries(
    listOf(text).map((part) => {
      const [path = '', band = ''] = part.split('=').map((side) => side.trim());
      return [path, Number(band)];
    }),
  );
}

/**
 * The accepted credentials: those of the configuration, the first of which is sent at registration. A receiver that registers
 * itself generates a pair if none is configured, so that an imported flow works.
 */
export function credentialsOf(config: StreamReceiverConfig, secretOf: SecretOf): AccessKey[] {
  const entered = [
    { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    { accessKeyId: config.nextAccessKeyId, secretAccessKey: config.nextSecretAccessKey },
  ];
  const complete = entered.filter(({ accessKeyId, secretAccessKey }) => accessKeyId !== '' && secretAccessKey !== '');
  if (complete.length > 0) return complete;
  const started = entered.some(({ accessKeyId, secretAccessKey }) => accessKeyId !== '' || secretAccessKey !== '');
  if (!config.register || started)
    throw invalidInput('the signature has no credentials', [
      problem('accessKeyId', 'required', 'is required'),
      problem('secretAccessKey', 'required', 'is required'),
    ]);
  return [
    {
      accessKeyId: `NR${secretOf('access key id').toUpperCase().slice(0, 18)}`,
      secretAccessKey: secretOf('secret access key').slice(0, 40),
    },
  ];
}
