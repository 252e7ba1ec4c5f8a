import type { Ending, Value, WatchEvent } from '../../src/watch';
import type { OwnText } from './own-text';

interface EndingOptions {
  readonly text: OwnText;
  /** What people call a device. */
  readonly called: (deviceId: string) => string;
  /** An instant in words. */
  readonly time: (atMs: number) => string;
  readonly duration: (ms: number) => string;
}

/** What is said of secrets and keys that end. */
export interface EndingSentences {
  /** `secret1 of the organization Home`; of a list, what it lists. */
  name(id: string, ending: Ending | undefined): string;
  value(shown: Value): string;
  /** Undefined: it is no news of a secret or a key. */
  event(event: WatchEvent): string | undefined;
}

const dayMs = 86_400_000;

export function createEndingSentences({ text, called, time, duration }: EndingOptions): EndingSentences {
  const remaining = (ms: number) => (ms < 2 * dayMs ? duration(ms) : `${Math.round(ms / dayMs)} d`);

  function name(id: string, ending: Ending | undefined): string {
    if (ending === undefined) return id === 'keys' ? text('ends.keys') : text('ends.secrets');
    const { kind, name: own, owner = '', deviceIds = [] } = ending;
    return text(`ends.${kind}`, { name: own, owner, devices: deviceIds.map(called).join(', ') });
  }

  return {
    name,
    value: (shown) =>
      typeof shown === 'number' ? time(shown) : shown === 'read' ? text('ends.listed') : text('ends.gone'),
    event({ kind, ending, value, atMs }) {
      if (ending === undefined) return undefined;
      const endsMs = typeof value === 'number' ? value : undefined;
      const told = { what: name('', ending), at: endsMs === undefined ? '' : time(endsMs) };
      switch (kind) {
        case 'warning':
          return text('ends.soon', { ...told, time: remaining((endsMs ?? atMs) - atMs) });
        case 'alarm':
          return text('ends.over', told);
        case 'repeat':
          return text('repeat', { alarm: text('ends.over', told) });
        case 'all-clear':
          return text(endsMs === undefined ? 'ends.left' : 'ends.replaced', told);
        default:
          return undefined;
      }
    },
  };
}
