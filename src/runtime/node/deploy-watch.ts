import type { NodeAPI } from 'node-red';
import { keepOrigin } from './call-origin';

/** Callbacks of a deploy; they are called as who watches. */
export interface DeployListener {
  started(): void;
  stopping(): void;
}

type Events = NodeAPI['events'];

interface Watch {
  readonly listeners: Set<DeployListener>;
  end(): void;
}

const watches = new WeakMap<Events, Watch>();

/** Watches deploys; returns the function that ends it. All nodes share one listener: emitters warn of more than ten. */
export function watchDeploys(events: Events, listener: DeployListener): () => void {
  const watch = watches.get(events) ?? startWatch(events);
  const bound = { started: keepOrigin(() => listener.started()), stopping: keepOrigin(() => listener.stopping()) };
  watch.listeners.add(bound);
  return () => {
    if (watch.listeners.delete(bound) && watch.listeners.size === 0) watch.end();
  };
}

/** Does the task once, when the flows have started; returns the function that calls it off. */
export function onceStarted(events: Events, task: () => void): () => void {
  const end = watchDeploys(events, {
    started() {
      end();
      task();
    },
    stopping() {},
  });
  return end;
}

function startWatch(events: Events): Watch {
  const listeners = new Set<DeployListener>();
  const started = () => {
    for (const each of [...listeners]) each.started();
  };
  const stopping = () => {
    for (const each of [...listeners]) each.stopping();
  };
  events.on('flows:started', started);
  events.on('flows:stopping', stopping);
  const watch: Watch = {
    listeners,
    end() {
      watches.delete(events);
      events.off('flows:started', started);
      events.off('flows:stopping', stopping);
    },
  };
  watches.set(events, watch);
  return watch;
}
