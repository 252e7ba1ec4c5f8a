import type { Node, NodeStatus } from 'node-red';
import type { Clock, Timer } from '../../clock';

/**
 * Least time between two updates of one node's status. What ends a pending one may come sooner, once within that time:
 * after an answer no badge says that the node is at work.
 */
const spacingMs = 1_000;

/** The appearance of a status: dot = fresh, ring = pending or stale; the colour is the severity. */
export type Look = 'fresh' | 'pending' | 'warning' | 'error' | 'dry-run';

const looks: Readonly<Record<Look, NodeStatus>> = {
  fresh: { fill: 'green', shape: 'dot' },
  pending: { fill: 'blue', shape: 'ring' },
  warning: { fill: 'yellow', shape: 'dot' },
  error: { fill: 'red', shape: 'dot' },
  'dry-run': { fill: 'grey', shape: 'ring' },
};

/** A node's badge, updated at most twice a second: the newest text wins. */
export interface Status {
  show(look: Look, text: string): void;
  /** Clears the badge; later calls of `show` have no effect. */
  close(): void;
}

export function createStatus(node: Pick<Node, 'status'>, clock: Clock): Status {
  let shownAt = Number.NEGATIVE_INFINITY;
  let soonerAt = Number.NEGATIVE_INFINITY;
  let isPending = false;
  let waiting: NodeStatus | undefined;
  let timer: Timer | undefined;
  let closed = false;

  function update(status: NodeStatus): void {
    isPending = status.shape === looks.pending.shape && status.fill === looks.pending.fill;
    shownAt = clock.monotonicMs();
    waiting = undefined;
    node.status(status);
  }

  return {
    show(look, text) {
      if (closed) return;
      const status = { ...looks[look], text };
      const nowMs = clock.monotonicMs();
      const waitMs = shownAt + spacingMs - nowMs;
      const isEnd = isPending && look !== 'pending' && nowMs >= soonerAt + spacingMs;
      if (isEnd) soonerAt = nowMs;
      if (waitMs <= 0 || isEnd) {
        timer?.cancel();
        timer = undefined;
        update(status);
        return;
      }
      waiting = status;
      timer ??= clock.after(waitMs, () => {
        timer = undefined;
        if (waiting !== undefined) update(waiting);
      });
    },
    close() {
      closed = true;
      timer?.cancel();
      timer = undefined;
      waiting = undefined;
      node.status({});
    },
  };
}
