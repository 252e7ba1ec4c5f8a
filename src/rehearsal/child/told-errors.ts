import type { FlowNodes } from './flow-nodes';
import type { EmbeddedNodeRed, LogEntry } from './node-red';
import type { Recorder } from './recorder';

const errorLevel = 20;

/** Node-RED logs an error of a node where no Catch node has taken it. */
export function noteLogged(recorder: Recorder, level: number, { id, msg }: LogEntry): void {
  if (level > errorLevel || id === undefined) return;
  recorder.noteError(id, textOfError(msg), codeOf(msg), false);
}

/** Notes the errors that come to a Catch node, once each. */
export function noteCaught(recorder: Recorder, { nodeOf }: FlowNodes, hooks: EmbeddedNodeRed['hooks']): void {
  const told = new WeakSet<object>();
  const hook = ({ msg, destination }: { msg: { error?: Caught }; destination: { id: string } }) => {
    const { error } = msg;
    if (error?.source?.id === undefined || told.has(error) || nodeOf(destination.id).type !== 'catch') return;
    told.add(error);
    recorder.noteError(error.source.id, String(error.message), codeOf(error), true);
  };
  hooks.add('onReceive.rehearsal-errors', hook as (event: never) => void);
}

interface Caught {
  readonly message?: unknown;
  readonly source?: { readonly id?: string };
}

/** An error of a function node is one of another context. */
export const textOfError = (value: unknown) => String((value as { message?: unknown } | null)?.message ?? value);

const codeOf = (value: unknown) => {
  const { code } = (value ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};
