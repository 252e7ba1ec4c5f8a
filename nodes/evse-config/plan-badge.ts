import type { Clock, Timer } from '../../src/clock';
import type { CurrentPlan } from '../../src/control';
import type { Status } from '../../src/runtime';

/** Above this the countdown goes in steps of ten seconds. */
const closeMs = 60_000;

/** Shows on a badge what comes next of a current that is followed, and in how many seconds. */
export interface PlanBadge {
  /** The node's badge, on which what is pending gives way to a plan. */
  readonly status: Status;
  /** What the badge shows of the plan; undefined without one. */
  text(): string | undefined;
  /** Takes the plans of one value: `undefined` ends its plan, and no other value's. */
  follow(): (plan: CurrentPlan | undefined) => void;
  close(): void;
}

export function createPlanBadge(
  clock: Clock,
  status: Status,
  say: (plan: CurrentPlan, seconds: number) => string,
): PlanBadge {
  let shown: { readonly owner: object; readonly plan: CurrentPlan; readonly atMs: number } | undefined;
  let timer: Timer | undefined;
  let closed = false;

  const leftMs = () => (shown === undefined ? 0 : Math.max(0, shown.atMs - clock.monotonicMs()));
  function text(): string | undefined {
    const seconds = Math.ceil(leftMs() / 1000);
    return shown === undefined ? undefined : say(shown.plan, seconds > 60 ? Math.ceil(seconds / 10) * 10 : seconds);
  }
  function tick(): void {
    timer?.cancel();
    timer = undefined;
    const words = text();
    if (words === undefined) return;
    status.show('pending', words);
    const left = leftMs();
    const stepMs = left > closeMs ? 10_000 : 1_000;
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
