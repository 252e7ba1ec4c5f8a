import type { ManualClock } from '../../../src/clock';
import type { RedisClient } from '../../../src/receiver';

/** A fake Redis with the script of the claims, on the test's clock; test/scale compares it with a real Redis. */
export function fakeRedis(clock: ManualClock) {
  const values = new Map<string, { value: string; untilMs: number }>();
  const commands: (readonly string[])[] = [];
  const refused = new Map<string, string>();
  let loaded = false;
  let down = false;
  let writes = { name: '', number: 0 };

  const live = (key: string) => {
    const held = values.get(key);
    if (held !== undefined && held.untilMs <= clock.now()) values.delete(key);
    return values.get(key)?.value;
  };
  const keep = (key: string, value: string, ms: string | undefined) =>
    values.set(key, { value, untilMs: clock.now() + Number(ms) });

  function fateOf(key: string, wish: string, terms: readonly string[]): string {
    const [owner = '', leaseMs, windowMs] = terms;
    const text = wish.slice(1);
    const held = live(key);
    if (refused.has(key)) return 'e';
    switch (wish[0]) {
      case 'c':
        if (held === undefined) keep(key, `${text} ${owner}`, leaseMs);
        if (held === undefined || held === text) return held === undefined ? 'n' : 'd';
        return held.startsWith(text) ? 'c' : 'r';
      case 'r':
        keep(key, text, windowMs);
        return 'd';
      default:
        if (held?.endsWith(owner)) values.delete(key);
        return 'n';
    }
  }

  const client: RedisClient = {
    async sendCommand(command) {
      commands.push(command);
      if (down) throw new Error('connection lost');
      const [name, , count, ...rest] = command;
      if (name === 'EVALSHA' && !loaded) throw new Error('NOSCRIPT No matching script. Please use EVAL.');
      loaded = true;
      const keys = rest.splice(0, Number(count)).slice(0, -1);
      const terms = rest.splice(0, 3);
      const [wishes = '', newName = ''] = rest;
      writes = { name: writes.name || newName, number: writes.number + 1 };
      const width = wishes.length / keys.length;
      const failure = keys.map((key) => refused.get(key)).findLast((reason) => reason !== undefined) ?? '';
      return (
        keys.map((key, index) => fateOf(key, wishes.slice(index * width, (index + 1) * width), terms)).join('') +
        `${writes.name} ${writes.number} ${failure}`
      );
    },
  };
  return {
    client,
    values,
    commands,
    /** Key -> error of Redis for that key. */
    refused,
    setDown: (next: boolean) => (down = next),
    forgetScript: () => (loaded = false),
    /** Restarts without the last `lost` writes, or empty. */
    restart(lost?: number) {
      if (lost === undefined) values.clear();
      writes = lost === undefined ? { name: '', number: 0 } : { ...writes, number: writes.number - lost };
    },
  };
}
