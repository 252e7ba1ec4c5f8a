import type { LaneSummary, ManagerSummary } from '../../src/automation';
import type { Look, Words } from '../../src/runtime';
import type { OwnText } from './own-text';
import { isToldInWatts } from './power-text';

export interface Badge {
  readonly look: Look;
  readonly text: string;
}

/** The lane that is nearest to its limit, or most above it. */
export function tightestLane(lanes: readonly LaneSummary[]): LaneSummary | undefined {
  const share = ({ total, limit }: LaneSummary) => (limit === undefined ? -1 : total / Math.max(limit, 1e-9));
  return [...lanes].sort((a, b) => share(b) - share(a))[0];
}

function duration(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : `${Math.floor(ms / 60_000)} min`;
}

/** What a manager shows beside its node: the tightest leg, and what is unusual. */
export function badgeOf(summary: ManagerSummary, isCurrent: boolean, text: OwnText, { number }: Words): Badge {
  const lane = tightestLane(summary.lanes);
  const inWatts = !isCurrent && isToldInWatts(lane?.limit ?? lane?.total ?? 0);
  const unit = isCurrent ? 'A' : inWatts ? 'W' : 'kW';
  const value = (amount: number) => (isCurrent || inWatts ? number(amount, 0) : number(amount / 1_000));
  const total = lane === undefined ? '' : `${value(lane.total)} ${unit}`;
  const group = lane === undefined || lane.group === '' ? '' : `${lane.group} `;
  const ofLimit = lane?.limit === undefined ? total : `${group}${value(lane.total)}/${value(lane.limit)} ${unit}`;
  const badge = shown();
  // What a dry run shows was done to no circuit.
  return summary.dryRun && badge.look !== 'error' ? { ...badge, look: 'dry-run' } : badge;

  function shown(): Badge {
    switch (summary.status) {
      case 'starting':
        return { look: 'pending', text: text('badge.starting') };
      case 'stopped':
        return { look: 'error', text: text('badge.stopped') };
      case 'paused':
        return { look: 'pending', text: text('badge.paused') };
      case 'stale':
        return { look: 'pending', text: text('badge.stale', { time: duration(summary.forMs ?? 0) }) };
      case 'futile':
        return { look: 'error', text: text('badge.futile') };
      case 'over':
        return { look: 'warning', text: `${ofLimit} ${duration(summary.forMs ?? 0)}` };
      case 'settling':
        return { look: 'warning', text: text('badge.settling', { total: ofLimit }) };
      case 'restoring':
        return { look: 'warning', text: text('badge.restoring', { total: ofLimit }) };
      case 'event':
        return { look: 'pending', text: text('badge.level', { level: text(`level.${summary.level ?? 'normal'}`) }) };
      case 'shed':
        return {
          look: 'warning',
          text: summary.dryRun
            ? text('badge.would', { count: summary.shed })
            : text('badge.shed', { count: summary.shed, total }),
        };
      case 'calm':
        return { look: 'fresh', text: ofLimit };
    }
  }
}
