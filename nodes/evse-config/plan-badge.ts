import type { Clock, Timer } from '../../src/clock';
import type { CurrentPlan } from '../../src/control';
import { namedBadge, type Status } from '../../src/runtime';

/** The last minute of the countdown has steps of one second; before it, the steps are ten seconds. */
const oneSecondStepsMs = 60_000;

/** Shows the next step of a followed current and the seconds until then on the badge. */
export interface PlanBadge {
  /** The node's badge; the text of a plan replaces that of a pending status. */
  readonly status: Status;
  /** The text of the plan; undefined without a plan. */
  text(): string | undefined;
  /** Returns a setter for the plan of one input, for the charger of this name: `undefined` ends that plan only. */
  startPlan(name: string | undefined): (plan: CurrentPlan | undefined) => void;
  close(): void;
}

interface ShownPlan {
  readonly owner: object;
  readonly name: string | undefined;
  readonly plan: CurrentPlan;
  readonly atMs: number;
}

export function createPlanBadge(
  clock: Clock,
  status: Status,
  planText: (plan: CurrentPlan, seconds: number) => string,
): PlanBadge {
  let shown: ShownPlan | undefined;
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
    const planLine = text();
    if (planLine === undefined) return;
    status.show('pending', namedBadge(planLine, shown?.name));
    const left = leftMs();
    const stepMs = left > oneSecondStepsMs ? 10_000 : 1_000;
    if (left > 0) timer = clock.after(left % stepMs || stepMs, tick);
  }

  return {
    text,
    status: {
      show(look, pendingText) {
        const planLine = look === 'pending' ? text() : undefined;
        status.show(look, planLine === undefined ? pendingText : namedBadge(planLine, shown?.name));
      },
      close: () => status.close(),
    },
    startPlan(name) {
      const owner = {};
      return (plan) => {
        if (closed || (plan === undefined && shown?.owner !== owner)) return;
        shown = plan === undefined ? undefined : { owner, name, plan, atMs: clock.monotonicMs() + plan.inMs };
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
