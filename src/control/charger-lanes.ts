import { type AppliedCurrent, type CurrentPace, isEnough, type Limit } from '../charging';

/** What is known of one charger, and who waits for it. Instants are epoch milliseconds. */
export interface ChargerLane {
  /** What its API configuration holds and the mode it was read in, as far as that is known to be still so. */
  known?: { readonly applied: AppliedCurrent; readonly mode: string | undefined; readonly at: number } | undefined;
  changedAt?: number;
  /** Since when every value was enough to begin again after a pause. */
  enoughSince?: number | undefined;
  /** The last failure: nothing more is sent for a while. */
  failedAt?: number | undefined;
  /** Tells the newest current that it is not the newest any more. */
  supersede: () => void;
  /** Something newer may be sent and waits for what is under way. */
  inHaste: boolean;
  /** How many changes are under way or queued; `tail` ends with the last of them. */
  busy: number;
  tail: Promise<void>;
}

/** One lane a charger: its changes go one after another. */
export function createChargerLanes() {
  const lanes = new Map<string, ChargerLane>();
  return {
    of(deviceId: string): ChargerLane {
      let lane = lanes.get(deviceId);
      if (lane === undefined) {
        lane = { supersede() {}, inHaste: false, busy: 0, tail: Promise.resolve() };
        lanes.set(deviceId, lane);
      }
      return lane;
    },
  };
}

/** Runs `work` when every change before it has ended. */
export function inTurn<T>(lane: ChargerLane, work: () => Promise<T>): Promise<T> {
  lane.busy += 1;
  const result = lane.tail.then(work);
  const leave = () => {
    lane.busy -= 1;
  };
  lane.tail = result.then(leave, leave);
  return result;
}

/** Notes since when the values have been enough to begin again. */
export function noteValue(lane: ChargerLane, amperes: Limit, pace: CurrentPace, now: number): void {
  lane.enoughSince = isEnough(amperes, pace) ? (lane.enoughSince ?? now) : undefined;
}
