import type { Clock, Timer } from '../../src/clock';
import type { CurrentPlan } from '../../src/control';
import type { Status } from '../../src/runtime';

/** The last part of the countdown, in steps of one second; before it, the steps are ten seconds. */
const secondStepsMs = 60_000;

/** Shows on the badge the next step of a followed current, and the seconds until then. */
export interface PlanBadge {
  /** The node's badge, where a plan replaces a pending status. */
  readonly status: Status;
  /** The text of the plan; undefined without one. */
  text(): string | undefined;
  /** Returns a setter for the plan of one input: `undefined` ends that plan only. */
  follow(): (plan: CurrentPlan | undefined) => void;
  close(): void;
}

export function createPlanBadge(
  clock: Clock,
  status: Status,
  planText: (plan: CurrentPlan, seconds: number) => string,
): PlanBadge {
  let shown: { readonly owner: object; readonly plan: CurrentPlan; readonly atMs: number } | undefined;
  let timer: Timer | undefined;
  let closed = false;

  const leftMs = () => (shown === undefined ? 0 : Math.max(0, shown.atMs - clock.monotonicMs()));
  function text(): string | undefined {
    const seconds = Math.ceil(leftMs() / 1000);
    return shown === undefined
      ? undefined
      : planText(shown.plan, seconds > 60 ? Math.ceil(seconds / 10) * 10 : seconds);
  }
  function tick(): void {
    timer?.cancel();
    timer = undefined;
    const words = text();
    if (words === undefined) return;
    status.show('pending', words);
    const left = leftMs();
    const stepMs = left > secondStepsMs ? 10_000 : 1_000;
    if (left > 0) timer = clock.after(left % stepMs || stepMs, tick);
  }

  return {
    text,
    status: {
      show(look, words) {
        status.show(look, look === 'pending' ? (text() ?? words) : words);
      },
      close: () => status.close(),
    },
    follow() {
      const owner = {};
      return (plan) => {
        if (closed || (plan === undefined && shown?.owner !== owner)) return;
        shown = plan === undefined ? undefined : { owner, plan, atMs: clock.monotonicMs() + plan.inMs };
        tick();
      };
    },
    close() {
      closed = true;
      shown = undefined;
      timer?.cancel();
    },
  };
}
