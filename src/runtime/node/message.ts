import type { NodeMessageInFlow } from 'node-red';

/** A message of a flow: what came in goes out with its other properties kept. */
export type Message = NodeMessageInFlow & Record<string, unknown>;

export interface SequenceParts {
  readonly id: string;
  readonly index: number;
  readonly count?: number;
  readonly type: 'array';
}
