import type { ItemOf } from '../../catalog';
import {
  createdSince,
  happened,
  matchesSubset,
  notHappened,
  type ReconcileContext,
  type Reconciled,
  type Reconcilers,
  singleMatch,
} from './reconciler';

type CodeTransition = 'shareDeviceCodes.claim' | 'shareDeviceCodes.revoke' | 'shareDeviceCodes.relinquish';
type ParticipationChange =
  | 'overrideEvents.addParticipations'
  | 'overrideEvents.removeDevices'
  | 'overrideEvents.optOut';

// The spelling of states is not documented: letter case does not count.
function isState(actual: string | undefined, state: string): boolean {
  return actual?.toLowerCase() === state.toLowerCase();
}

function codeIs(state: string) {
  return async ({ input: { path }, read }: ReconcileContext<CodeTransition>) => {
    const code = await read('shareDeviceCodes.get', { path });
    return isState(code.status, state) ? happened(code) : notHappened;
  };
}

function participationsAre(state: string) {
  return async ({
    input: { path, body },
    read,
  }: ReconcileContext<ParticipationChange>): Promise<Reconciled<ItemOf<'overrideEvents.listParticipations'>[]>> => {
    const { sharedDeviceIds } = body;
    // In a body of another shape it is not known which devices are meant.
    const wanted: readonly unknown[] = Array.isArray(sharedDeviceIds) ? sharedDeviceIds : [];
    if (wanted.length === 0) return undefined;
    const records = await read('overrideEvents.listParticipations', { path });
    const changed = records.filter(
      ({ sharedDeviceId, status }) =>
        sharedDeviceId !== undefined && wanted.includes(sharedDeviceId) && isState(status, state),
    );
    const ids = new Set<unknown>(changed.map(({ sharedDeviceId }) => sharedDeviceId));
    return wanted.every((id) => ids.has(id)) ? happened(changed) : notHappened;
  };
}

export const sharing: Pick<
  Reconcilers,
  CodeTransition | ParticipationChange | 'shareDeviceCodes.create' | 'overrideEvents.create' | 'overrideEvents.cancel'
> = {
  async 'shareDeviceCodes.create'({ input: { body }, sentAt, read }) {
    const { deviceId } = body;
    if (typeof deviceId !== 'string') return undefined;
    const codes = await read('shareDeviceCodes.list', { filter: { deviceId } });
    return singleMatch(codes.filter(({ createdAt }) => createdSince(sentAt, createdAt)));
  },
  'shareDeviceCodes.claim': codeIs('claimed'),
  'shareDeviceCodes.revoke': codeIs('revoked'),
  'shareDeviceCodes.relinquish': codeIs('relinquished'),

  async 'overrideEvents.create'({ input: { body }, sentAt, read }) {
    const { description, startTime, endTime } = body;
    const filter = typeof startTime === 'string' ? { startTime: { eq: startTime } } : {};
    const events = await read('overrideEvents.list', { filter });
    return singleMatch(
      events.filter(
        (event) => createdSince(sentAt, event.createdAt) && matchesSubset(event, { description, startTime, endTime }),
      ),
    );
  },
  'overrideEvents.addParticipations': participationsAre('participating'),
  'overrideEvents.removeDevices': participationsAre('removed'),
  'overrideEvents.optOut': participationsAre('optedOut'),
  async 'overrideEvents.cancel'({ input: { path }, read }) {
    const event = await read('overrideEvents.get', { path });
    return isState(event.status, 'cancelled') ? happened(event) : notHappened;
  },
};
