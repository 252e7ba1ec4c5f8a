/** The faults that have been injected. */
export interface FaultList<F> {
  inject(fault: F): void;
  clear(): void;
  /** The faults; `times` is how often each still applies. */
  readonly active: readonly F[];
}

export interface FaultPlan<F, Occasion> extends FaultList<F> {
  /** Returns the oldest fault that matches an occasion, and counts one of its `times`. */
  take(occasion: Occasion): F | undefined;
}

export function createFaultPlan<F extends { readonly times?: number }, Occasion>(
  meets: (fault: F, occasion: Occasion) => boolean,
): FaultPlan<F, Occasion> {
  let faults: { fault: F; left: number }[] = [];
  return {
    get active() {
      return faults.map(({ fault, left }) => (Number.isFinite(left) ? { ...fault, times: left } : fault));
    },
    inject(fault) {
      faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear() {
      faults = [];
    },
    take(occasion) {
      const found = faults.find(({ fault }) => meets(fault, occasion));
      if (found === undefined) return undefined;
      found.left -= 1;
      faults = faults.filter(({ left }) => left > 0);
      return found.fault;
    },
  };
}
