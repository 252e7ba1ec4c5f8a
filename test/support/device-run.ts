import assert from 'node:assert/strict';
import type { AdminSide } from './admin-side';
import { settled } from './turn-clock';

/** What the runtime tells of a run through the devices of an account. */
interface Progress {
  readonly finished: boolean;
  readonly total: number;
}

interface RunAsked<T extends Progress> {
  look(again?: 'yes' | 'no'): Promise<T>;
  /** Turns the clock in small steps: each device is read on the way. */
  pass(ms: number): Promise<void>;
  /** Asks once a second until it is finished; `each` sees what is told before. */
  whole(each?: (found: T) => void): Promise<T>;
}

/** Asks a route that reads every device of an account and tells how far it has come. */
export function deviceRun<T extends Progress>(side: () => AdminSide, route: string): RunAsked<T> {
  async function look(again = 'no'): Promise<T> {
    const { status, json } = await side().ask('GET', `breakerflow/accounts/account/${route}?again=${again}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json as T;
  }
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 200) {
      await side().service.clock.advance(200);
      await settled();
    }
  }
  return {
    look,
    pass,
    async whole(each = () => {}) {
      let found = await look('yes');
      for (let second = 0; !found.finished; second += 1) {
        assert(second < 120, `not finished after two minutes: ${JSON.stringify(found).slice(0, 200)}`);
        each(found);
        await pass(1_000);
        found = await look();
      }
      return found;
    },
  };
}
