/** The steps in their order. */
export const stepNames = ['account', 'test', 'names', 'safety', 'flow'] as const;

export type StepName = (typeof stepNames)[number];

/** How far the person at this browser has come; undefined: never begun. */
export interface FirstRunState {
  readonly isOpen: boolean;
  readonly step: StepName;
}

const storageKey = 'breakerflow-first-steps';

/** What this browser has stored; nothing where it stores nothing, or something else. */
export function loadState(): FirstRunState | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('isOpen' in stored) || !('step' in stored)) return undefined;
    const step = stepNames.find((name) => name === stored.step);
    return step === undefined ? undefined : { isOpen: stored.isOpen === true, step };
  } catch {
    return undefined;
  }
}

/** Only in this browser: the first steps are nothing of the flows. */
export function storeState(state: FirstRunState): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // A browser without storage shows the first steps again.
  }
}
