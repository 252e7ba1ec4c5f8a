import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { createUnknownTypesWarning } from '../../src/runtime';
import { readLiveDevice } from '../../src/runtime/admin/live-device';

describe('the timer of an open breaker', () => {
  async function timerOf(answer: Readonly<Record<string, unknown>>) {
    const answers: Readonly<Record<string, unknown>> = {
      'deviceData.get': { breaker: { settings: { remoteHandlePosition: { val: false, ts: 1 } } } },
      'remoteHandle.getSecondsUntilReset': answer,
    };
    const call = (async (id: string) => ({ data: answers[id] })) as unknown as Parameters<typeof readLiveDevice>[0];
    const { timerSeconds, timerUnknown } = await readLiveDevice(
      call,
      { id: 'd', hardwareType: 'emcb' } as Parameters<typeof readLiveDevice>[1],
      { serviceNowMs: () => 2_000, monotonicMs: () => 0, sharedMaxAgeMs: 0, held: Promise.resolve(undefined) },
    );
    return { timerSeconds, timerUnknown };
  }

  it('is shown while it runs, and not when there is none', async () => {
    assert.deepEqual(await timerOf({ secondsUntilReset: 40 }), { timerSeconds: 40, timerUnknown: undefined });
    assert.deepEqual(await timerOf({ secondsUntilReset: 0 }), { timerSeconds: undefined, timerUnknown: undefined });
  });

  it('is not known where the service does not say it', async () =>
    assert.deepEqual(await timerOf({}), { timerSeconds: undefined, timerUnknown: true }));
});

describe('devices of a location of which the service does not say what they are', () => {
  it('are named and counted, once a minute', () => {
    const said: string[] = [];
    const warn = createUnknownTypesWarning({
      node: { warn: (text: string) => said.push(text) } as never,
      clock: createManualClock(),
      texts: ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never,
    });
    const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
    for (let count = 0; count < 3; count += 1) warn(ids, (id) => (id === 'd0' ? { name: 'Oven' } : {}));
    assert.deepEqual(said, [
      'target.unknownType {"count":12,"devices":"Oven, d1, d2, d3, d4, d5, d6, d7, d8, d9, ... +2"}',
    ]);
  });
});
