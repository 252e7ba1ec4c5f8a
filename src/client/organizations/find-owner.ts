import type { Clock } from '../../clock';
import { ClientError, type Fail } from '../errors';
import type { UnreadOrganization } from '../interface';
import type { Lifetime, Lifetimes } from '../lifetime';
import { createUrgency, type Priority, type Urgency } from '../priority';
import { nameOf, type Organization } from './organization';
import type { Owners } from './owners';
import { isRecordKind, type RecordRead, recordRead, type ScannedList, type Subject } from './subject';

/** One read with the token of an organization. */
interface ReadHow {
  readonly organization: Organization;
  readonly lifetime: Lifetime;
  readonly urgency: Urgency;
}

export interface FindOwnerDependencies {
  readonly organizations: readonly Organization[];
  readonly owners: Owners;
  readonly clock: Clock;
  readonly lifetimes: Lifetimes;
  readonly fail: Fail;
  readonly readList: (list: ScannedList, how: ReadHow) => Promise<readonly unknown[]>;
  readonly readRecord: (read: RecordRead, how: ReadHow) => Promise<unknown>;
  /** The ids of the organizations by their client ids, where the application's credential can list them. */
  readonly readOrganizations: (
    how: Omit<ReadHow, 'organization'>,
  ) => Promise<readonly [id: string, clientId: string][]>;
}

/** The reads of one list, one an organization; each resolves when it has been learned from. */
interface Scan {
  readonly urgency: Urgency;
  readonly reads: readonly Promise<UnreadOrganization | undefined>[];
  endedAtMs?: number;
}

const scanMs = 20_000;
/** How long a scan answers for what it has not found. */
const freshMs = 5_000;
/** With these answers an organization says that it does not know a record. */
const unknownStatuses: ReadonlySet<number | undefined> = new Set([400, 403, 404]);

/**
 * Finds out which organization owns what a request names, by reads alone: the lists of devices and locations of every organization,
 * and reads of one record. Rejects with what was tried where none has it. spec 1.2, 5.2
 */
export function createFindOwner(dependencies: FindOwnerDependencies) {
  const { organizations, owners, clock, lifetimes, fail } = dependencies;
  const scans = new Map<ScannedList, Scan>();

  function scan(list: ScannedList, priority: Priority): Scan {
    const running = scans.get(list);
    if (
      running !== undefined &&
      (running.endedAtMs === undefined || clock.monotonicMs() - running.endedAtMs < freshMs)
    ) {
      running.urgency.raise(priority);
      return running;
    }
    const urgency = createUrgency(priority);
    const lifetime = lifetimes.begin({ deadlineMs: scanMs });
    const started: Scan = {
      urgency,
      reads: organizations.map((organization) =>
        attempt(organization, async () => {
          const items = await dependencies.readList(list, { organization, lifetime, urgency });
          owners.learnList(list, organization.holder, items);
        }),
      ),
    };
    scans.set(list, started);
    void Promise.all(started.reads).then(() => {
      lifetime.dispose();
      started.endedAtMs = clock.monotonicMs();
    });
    return started;
  }

  async function attempt(
    organization: Organization,
    read: () => Promise<void>,
  ): Promise<UnreadOrganization | undefined> {
    try {
      await read();
      return undefined;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return { organization: nameOf(organization), error };
    }
  }

  /** Resolves as soon as an owner is known, or when all reads have ended. */
  async function untilOwned(subject: Subject, reads: Scan['reads']): Promise<UnreadOrganization[]> {
    const left = new Set(reads.map((read) => read.then((unread) => ({ read, unread }))));
    const byRead = new Map([...left].map((one, index) => [reads[index], one]));
    const unread: UnreadOrganization[] = [];
    while (left.size > 0 && owners.of(subject).length === 0) {
      const ended = await Promise.race(left);
      const one = byRead.get(ended.read);
      if (one !== undefined) left.delete(one);
      if (ended.unread !== undefined) unread.push(ended.unread);
    }
    return unread;
  }

  async function find(subject: Subject, lifetime: Lifetime, priority: Priority): Promise<UnreadOrganization[]> {
    if (isRecordKind(subject.kind)) {
      const { kind, id } = subject;
      const urgency = createUrgency(priority);
      const reads = organizations.map((organization) =>
        attempt(organization, async () => {
          try {
            await dependencies.readRecord(recordRead(kind, id), { organization, lifetime, urgency });
            owners.add(subject, organization.holder);
          } catch (error) {
            if (!(error instanceof ClientError) || !unknownStatuses.has(error.cause.statusCode)) throw error;
          }
        }),
      );
      // Two organizations may know a share code or an event: all must have answered.
      return (await Promise.all(reads)).filter((unread) => unread !== undefined);
    }
    const list = subject.kind === 'device' ? 'devices.list' : 'locations.list';
    const unread = await untilOwned(subject, scan(list, priority).reads);
    if (list === 'devices.list' || owners.of(subject).length > 0) return unread;
    // An organization without a location is in no list of locations, and its id may stand for a location.
    const urgency = createUrgency(priority);
    const ids = await dependencies.readOrganizations({ lifetime, urgency }).catch(() => []);
    for (const [id, clientId] of ids) {
      const owner = organizations.find(({ credential }) => credential.clientId === clientId);
      if (owner !== undefined) owners.add({ kind: 'organization', id }, owner.holder);
    }
    return unread;
  }

  const known = (subject: Subject) => {
    const holders = owners.of(subject);
    return holders.length > 0 || subject.kind !== 'location'
      ? holders
      : owners.of({ kind: 'organization', id: subject.id });
  };

  return async function ownerOf(subject: Subject, lifetime: Lifetime, priority: Priority): Promise<Organization> {
    const unread = known(subject).length > 0 ? [] : await find(subject, lifetime, priority);
    const holders = known(subject);
    const [holder] = holders;
    const found = organizations.find((organization) => organization.holder === holder);
    if (found !== undefined && (holders.length === 1 || !isRecordKind(subject.kind))) return found;
    const what = `${isRecordKind(subject.kind) ? 'record' : subject.kind} ${subject.id}`;
    if (found !== undefined) {
      const names = organizations.filter((one) => holders.includes(one.holder)).map(({ name }) => `"${name}"`);
      throw fail('INVALID_INPUT', `${names.join(' and ')} know ${what}: name the organization`, {
        validations: [{ field: 'organization', rule: 'required', message: `must be ${names.join(' or ')}` }],
      });
    }
    throw notFound(what, unread);
  };

  function notFound(what: string, unread: readonly UnreadOrganization[]): ClientError {
    const asked = organizations
      .filter(({ key }) => !unread.some(({ organization }) => organization.key === key))
      .map(({ name }) => `"${name}"`);
    const not = unread.map(({ organization, error }) => `"${organization.name}" could not be asked (${error.message})`);
    const tried = [...(asked.length === 0 ? [] : [`asked: ${asked.join(', ')}`]), ...not].join('; ');
    const [first] = unread;
    const { retryable, retryAfter, statusCode } = first?.error.cause ?? {};
    return fail(first?.error.code ?? 'NOT_FOUND', `no organization of the account has ${what}; ${tried}`, {
      ...(retryable === undefined ? {} : { retryable }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(statusCode === undefined ? {} : { statusCode }),
    });
  }
}

export type OwnerOf = ReturnType<typeof createFindOwner>;
