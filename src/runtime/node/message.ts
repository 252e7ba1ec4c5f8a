import type { NodeMessageInFlow } from 'node-red';

/** A message of a flow: a node sends the received message on, with its other properties kept. */
export type Message = NodeMessageInFlow & Record<string, unknown>;

/** `msg.parts`, as the join node reads it. */
export interface SequenceParts {
  readonly id: string;
  readonly index: number;
  readonly count?: number;
  readonly type: 'array';
}
