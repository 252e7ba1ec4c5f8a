import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { CallOrigin } from '../../admin-api';

const origins = new AsyncLocalStorage<CallOrigin>();
const editor: CallOrigin = { kind: 'editor' };
const trial: CallOrigin = { kind: 'editor' };

/**
 * Who has caused what runs now; undefined where neither a node nor the editor has. It follows promises, timers and events; what is
 * called by somebody else later is wrapped in `keepOrigin`.
 */
export const callOrigin = (): CallOrigin | undefined => origins.getStore();

/** The origin of what a node does. */
export function nodeOrigin({
  id,
  type,
  name = '',
}: {
  readonly id: string;
  readonly type: string;
  readonly name?: string | undefined;
}): CallOrigin {
  return { kind: 'node', id, type, name };
}

/** Runs the work of a node: the calls that it causes, however late, are the node's, or those of the editor that tries the node. */
export function asNode<T>(origin: CallOrigin, work: () => T): T {
  return origins.getStore() === trial ? work() : origins.run(origin, work);
}

/** Runs what an editor asks for. */
export const asEditor = <T>(work: () => T): T => origins.run(editor, work);

/** Runs a trial: its node is made for a dialog, so what it calls is called by the editor. */
export const asTrial = <T>(work: () => T): T => origins.run(trial, work);

/**
 * Binds a function that others call to who has made it.
 *
 * @example
 * const manager = { take: keepOrigin(take) }; // called by an admin route, and the calls are the node's
 */
export function keepOrigin<Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  return AsyncResource.bind(work);
}
