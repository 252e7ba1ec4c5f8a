import type { Lifetime } from './lifetime';

export interface Lanes {
  /** Resolves, with how to leave, when everything that entered the lane before has left it. */
  enter(key: string, lifetime: Lifetime, onEnded: () => Error): Promise<() => void>;
}

/** Values for one setting in the order they came: the newest wins, so it ends the retries of the older ones. */
export function createLanes(): Lanes {
  const lanes = new Map<string, { tail: Promise<unknown>; before: Set<Lifetime> }>();

  return {
    async enter(key, lifetime, onEnded) {
      const lane = lanes.get(key) ?? { tail: Promise.resolve(), before: new Set() };
      lanes.set(key, lane);
      for (const older of lane.before) older.supersede('newer value');
      lane.before.add(lifetime);
      const ahead = lane.tail;
      let release = () => {};
      const left = new Promise<void>((resolve) => {
        release = resolve;
      });
      lane.tail = ahead.then(() => left);
      const leave = () => {
        lane.before.delete(lifetime);
        if (lane.before.size === 0) lanes.delete(key);
        release();
      };
      try {
        await lifetime.wait(ahead, onEnded);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
