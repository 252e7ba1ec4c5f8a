import { type Context, loadState } from './context';
import type { PlannedLoad } from './plan';
import { type ReasonKey, rounded, type Sentence } from './reasons';
import type { LoadState, Why } from './state';

/** What a node wants of one device. `free`: nothing any more; a claim that is not there any more changes nothing. */
export interface Claim {
  readonly deviceId: string;
  /** The id of the node. */
  readonly by: string;
  readonly kind: 'limit' | 'wish';
  /** A for a charger. `closed`: it may come back; only the node that held it open may say so. */
  readonly to: 'open' | 'closed' | 'paused' | 'free' | number;
  readonly reason: Sentence;
  /** A new number asks anew; the same number is carried out once. Absent: nothing is to be sent. */
  readonly action?: number;
}

export interface ManagerClaim extends Claim {
  readonly kind: 'limit';
  readonly dryRun: boolean;
}

const reasons: Readonly<Record<Why, ReasonKey>> = {
  limit: 'over-limit',
  level: 'level',
  idle: 'idle',
  swap: 'makes-room',
  revert: 'not-confirmed',
  fellow: 'held-by-another',
  stale: 'readings-stopped',
};

export function claimsOf(context: Context): ManagerClaim[] {
  const { by, dryRun } = context.settings;
  const claims: ManagerClaim[] = [];
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    const to = claimedOf(planned, state);
    if (to === undefined) continue;
    const { deviceId } = planned.load;
    const action = state.action === undefined ? {} : { action: state.action };
    claims.push({ deviceId, by, kind: 'limit', to, reason: reasonOf(state, to), dryRun, ...action });
  }
  return claims;
}

function claimedOf({ load }: PlannedLoad, { phase, claim, awaited }: LoadState): Claim['to'] | undefined {
  if (load.kind === 'charger') return claim === undefined ? 'free' : claim === 0 ? 'paused' : claim;
  switch (phase) {
    case 'opening':
      // Whether it was sent before the start is not known: to send it again could open what a person has closed since.
      return awaited === true ? undefined : 'open';
    case 'pending':
    case 'shed':
      return 'open';
    case 'closing':
    case 'proving':
      return 'closed';
    case 'normal':
      return undefined;
  }
}

function reasonOf({ why, reverting, back = [] }: LoadState, to: Claim['to']): Sentence {
  if (to === 'closed') return { key: 'fits-again', parameters: {} };
  if (to === 'free') return { key: 'not-limited', parameters: {} };
  return {
    key: reasons[reverting === true ? 'revert' : (why ?? 'limit')],
    parameters: { carried: rounded(Math.max(0, ...back)) },
  };
}
