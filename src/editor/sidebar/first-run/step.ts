import type { StepName } from './first-run-state';

/** What a step is about and may do. */
export interface StepContext {
  /** The account that the sidebar shows; undefined while there is none. */
  readonly account: EditorNode | undefined;
  goTo(step: StepName): void;
  /** The person has done what the step is for: the next one is no skip any more. */
  done(): void;
  /** The account that is added next is the one to go on with. */
  expectAccount(): void;
}

/** Builds what is shown of a step. */
export type Step = (context: StepContext) => readonly HTMLElement[];

/** The same for a step that needs an account. */
export type AccountStep = (account: EditorNode, context: StepContext) => readonly HTMLElement[];

export function isSimulator({ mode }: EditorNode): boolean {
  return mode !== 'service';
}
