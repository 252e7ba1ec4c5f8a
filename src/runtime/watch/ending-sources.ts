import type { Client } from '../../client';
import { type Ending, gone, type Observation, parseSubject, subjectOf } from '../../watch';
import { createPolls, type PollCall } from './polls';
import { createServiceTime } from './service-time';
import type { Sources, SourcesOptions } from './sources';

/** The lists of an account that are read, each a subject of its own: whether it can be. */
const lists = ['secrets', 'keys'] as const;
type List = (typeof lists)[number];

interface Listed {
  readonly id: string;
  readonly ending: Ending;
  /** ISO 8601; absent: the service does not say. */
  readonly endsAt: string | undefined;
}

/** Nothing ends without a warning of hours. */
const leastEveryMs = 3_600_000;

/** When the secrets and keys of an account end; their values are not kept. spec 2.9, 2.10 */
export function createEndingSources(options: SourcesOptions & { readonly remembered: readonly string[] }): Sources {
  const { account, clock, onObservation, onSilence } = options;
  const time = createServiceTime(clock);
  const isGone = new Set<string>();
  let subjects = [
    ...lists.map((list) => subjectOf(list, 'endings')),
    // What was told of these is not told again before they are read.
    ...options.remembered.filter((subject) => isEnding(subject) && listOf(subject) !== undefined),
  ];

  const polls = createPolls({
    ...{ account, clock, onTrouble: options.onTrouble },
    isPushed: () => false,
    isKnown: () => false,
    async read(client, { kind }, how) {
      const list = kind as List;
      const found = list === 'secrets' ? await readSecrets(client, how) : await readKeys(client, how);
      if (how.signal.aborted) return;
      time.learn(client.clockSkewMs());
      observe({ subject: subjectOf(list, 'endings'), value: 'read' });
      take(list, found);
    },
    onFailure: ({ deviceId: list }, { code }) => onSilence({ subject: subjectOf(list, 'endings'), code }),
  });
  take('entered', account.enteredSecrets.map(entered));
  const everyMs = Math.max(options.everyMs, leastEveryMs);
  polls.set(lists.map((kind) => ({ deviceId: kind, kind, everyMs })));

  function observe(told: Pick<Observation, 'subject' | 'value' | 'ending'>): void {
    onObservation({ ...told, atMs: time.now(), holds: true });
  }

  /** All that a list has now. What it had before is gone, and stays a row until the next time. */
  function take(list: List | 'entered', found: readonly Listed[]): void {
    const ends = found.flatMap(({ id, ending, endsAt = '' }) => {
      const value = Date.parse(endsAt);
      return Number.isNaN(value)
        ? []
        : [{ subject: subjectOf(`${list}/${encodeURIComponent(id)}`, 'endings'), value, ending }];
    });
    const now = new Set(ends.map(({ subject }) => subject));
    const before = subjects.filter((subject) => listOf(subject) === list);
    const left = before.filter((subject) => !now.has(subject) && !isGone.has(subject));
    subjects = [...subjects.filter((subject) => !before.includes(subject)), ...now, ...left];
    for (const subject of before) isGone.delete(subject);
    for (const subject of left) {
      isGone.add(subject);
      observe({ subject, value: gone });
    }
    for (const one of ends) observe(one);
  }

  return {
    now: time.now,
    subjects: () => subjects,
    take() {},
    devices() {},
    balance: () => undefined,
    health: () => undefined,
    currents: () => [],
    close: polls.close,
  };
}

const isEnding = (subject: string) => parseSubject(subject).measure === 'endings';

/** Which list has a subject; undefined for a list itself. */
function listOf(subject: string): string | undefined {
  const [list, id] = parseSubject(subject).deviceId.split('/');
  return id === undefined ? undefined : list;
}

/** Every organization of the application has two secrets. spec 4.8 */
async function readSecrets(client: Client, how: PollCall): Promise<Listed[]> {
  const organizations = await client.list('organizations.list', {}, how);
  return organizations.flatMap(({ id, name: owner = id, serviceAccount }) =>
    (serviceAccount?.secrets ?? []).map(({ name = '', expiry }): Listed => {
      return { id: `${id}:${name}`, ending: { kind: 'organizationSecret', name, owner }, endsAt: expiry };
    }),
  );
}

/** A key that no device has ends without harm: another one has taken its place. spec 4.6 */
async function readKeys(client: Client, how: PollCall): Promise<Listed[]> {
  const keys = await client.list('udpKeys.list', {}, how);
  return keys.flatMap(({ id, keyType: name = '', deviceIds = [], expiresAt }): Listed[] =>
    deviceIds.length === 0 ? [] : [{ id, ending: { kind: 'udpKey', name, deviceIds }, endsAt: expiresAt }],
  );
}

const entered = ({ name, endsAt }: { readonly name: string; readonly endsAt: string }): Listed => ({
  ...{ id: name, endsAt },
  ending: { kind: 'applicationSecret', name },
});
