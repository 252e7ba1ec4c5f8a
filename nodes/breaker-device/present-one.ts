import type { Look, MessageContext } from '../../src/runtime';

interface OneResult extends MessageContext {
  readonly deadlineMs: number;
  readonly work: () => Promise<unknown>;
  /** The badge of the result; by default "done" with the look `fresh`. */
  readonly badge?: (result: unknown) => { look: Look; text: string } | undefined;
}

/** Runs `work` and sends the message with the result as payload. */
export async function presentOne({ msg, run, status, texts, deadlineMs, work, badge }: OneResult): Promise<void> {
  run.allow(deadlineMs);
  status.show('pending', texts('status.working'));
  const result = await work();
  msg.payload = result;
  const { look, text } = badge?.(result) ?? { look: 'fresh', text: texts('status.done') };
  status.show(look, text);
  run.send(msg);
}
