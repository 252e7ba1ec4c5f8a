import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ageBounds,
  agedReading,
  type CircuitReading,
  type CircuitStateName,
  effectiveState,
  type HandleReading,
  stateKey,
} from '../../src/circuit';

const handles = ['open', 'closed', 'unknown'] as const;
const maybe = [true, false, undefined] as const;
const { readMaxAgeMs, reportMaxAgeMs } = ageBounds;

function reading(
  remoteHandle: HandleReading,
  mainHandle: HandleReading,
  more: { [Key in keyof CircuitReading]?: CircuitReading[Key] | undefined } = {},
): CircuitReading {
  const given = Object.entries({ connected: true, readAgeMs: 0, ...more }).filter(([, value]) => value !== undefined);
  return { remoteHandle, mainHandle, ...Object.fromEntries(given) } as CircuitReading;
}

const anyReading: fc.Arbitrary<CircuitReading> = fc
  .record({
    remoteHandle: fc.constantFrom(...handles),
    mainHandle: fc.constantFrom(...handles),
    connected: fc.constantFrom(...maybe),
    connectionAgeMs: fc.option(fc.double({ noNaN: false }), { nil: undefined }),
    readAgeMs: fc.oneof(fc.nat(2 * readMaxAgeMs), fc.double({ min: 0 })),
    reportAgeMs: fc.option(fc.oneof(fc.nat(2 * reportMaxAgeMs), fc.double({ min: 0 })), { nil: undefined }),
    heldByEvent: fc.constantFrom(...maybe),
  })
  .map(({ remoteHandle, mainHandle, ...more }) => reading(remoteHandle, mainHandle, more));

describe('the effective state of a circuit (spec 2.3, 2.6, 3)', () => {
  describe('connected, read now, no event: by both handles, which are in series', () => {
    const table: readonly (readonly [HandleReading, HandleReading, CircuitStateName, boolean | undefined])[] = [
      ['closed', 'closed', 'live', true],
      ['open', 'closed', 'off', false],
      ['open', 'unknown', 'off', false],
      ['closed', 'unknown', 'unknown', undefined],
      ['unknown', 'closed', 'unknown', undefined],
      ['unknown', 'unknown', 'unknown', undefined],
      ['closed', 'open', 'tripped-or-opened-by-hand', false],
      ['open', 'open', 'tripped-or-opened-by-hand', false],
      ['unknown', 'open', 'tripped-or-opened-by-hand', false],
    ];
    for (const [remote, main, state, energised] of table)
      it(`remote ${remote}, main ${main}: ${state}`, () => {
        for (const heldByEvent of [false, undefined]) {
          const found = effectiveState(reading(remote, main, { heldByEvent }));
          assert.deepEqual(found, { state, ...(energised === undefined ? {} : { energised }) });
        }
      });
  });

  describe('every combination', () => {
    it('follows the order: too old, no connection, main handle, handles unknown, event, position', () => {
      let count = 0;
      for (const remote of handles)
        for (const main of handles)
          for (const connected of maybe)
            for (const heldByEvent of maybe)
              for (const readAgeMs of [0, readMaxAgeMs, readMaxAgeMs + 1, Number.NaN])
                for (const reportAgeMs of [0, reportMaxAgeMs, reportMaxAgeMs + 1, undefined]) {
                  const { state, energised } = effectiveState(
                    reading(remote, main, { connected, heldByEvent, readAgeMs, reportAgeMs }),
                  );
                  const name = JSON.stringify({ remote, main, connected, heldByEvent, readAgeMs, reportAgeMs });
                  const isNew =
                    readAgeMs <= readMaxAgeMs &&
                    (connected !== undefined || (reportAgeMs ?? Number.POSITIVE_INFINITY) <= reportMaxAgeMs);
                  const isKnown = remote === 'open' || main === 'open' || (remote === 'closed' && main === 'closed');
                  const expected = !isNew
                    ? 'unknown'
                    : connected === false
                      ? 'no-connection'
                      : main === 'open'
                        ? 'tripped-or-opened-by-hand'
                        : !isKnown
                          ? 'unknown'
                          : heldByEvent === true
                            ? 'held-by-event'
                            : remote === 'closed'
                              ? 'live'
                              : 'off';
                  assert.equal(state, expected, name);
                  const tells = isNew && connected !== false && isKnown;
                  assert.equal(energised, tells ? remote === 'closed' && main === 'closed' : undefined, name);
                  count += 1;
                }
      assert.equal(count, 3 ** 4 * 16);
    });
  });

  describe('never more than the data tell', () => {
    it('live and energised need both handles closed, a reading that is new, and no lost connection', () => {
      fc.assert(
        fc.property(anyReading, (one) => {
          const { state, energised } = effectiveState(one);
          if (state !== 'live' && energised !== true) return;
          assert.deepEqual([one.remoteHandle, one.mainHandle], ['closed', 'closed']);
          assert.notEqual(one.connected, false);
          assert(one.readAgeMs >= 0 && one.readAgeMs <= readMaxAgeMs);
          if (one.connected === undefined) assert(one.reportAgeMs !== undefined && one.reportAgeMs <= reportMaxAgeMs);
        }),
      );
    });

    it('what is forgotten never makes a circuit live, nor dead', () => {
      const parts = ['remoteHandle', 'mainHandle', 'connected', 'reportAgeMs', 'connectionAgeMs'] as const;
      fc.assert(
        fc.property(anyReading, fc.constantFrom(...parts), (one, part) => {
          const { [part]: _, ...rest } = one;
          const less = part.endsWith('HandleReading')
            ? { ...one, [part]: 'unknown' as const }
            : (rest as CircuitReading);
          const [before, after] = [effectiveState(one), effectiveState(less)];
          if (before.energised === undefined && one.connected !== false) assert.equal(after.energised, undefined);
          if (after.energised !== undefined && before.energised !== undefined)
            assert.equal(after.energised, before.energised);
        }),
      );
    });

    it('a state only ever ends as unknown when nothing newer comes', () => {
      fc.assert(
        fc.property(anyReading, fc.nat(4 * reportMaxAgeMs), (one, passedMs) => {
          const [before, after] = [effectiveState(one), effectiveState(agedReading(one, passedMs))];
          assert(after.state === before.state || after.state === 'unknown', `${before.state} -> ${after.state}`);
          assert.equal(effectiveState(agedReading(one, readMaxAgeMs * 2)).state !== 'live', true);
        }),
      );
    });

    it('an unknown word of a handle is never a closed one', () => {
      assert.equal(effectiveState(reading('unknown', 'closed')).state, 'unknown');
    });
  });

  describe('ages', () => {
    it('no connection tells for how long, where the service does', () => {
      const lost = reading('closed', 'closed', { connected: false, connectionAgeMs: 90_000 });
      assert.deepEqual(effectiveState(lost), { state: 'no-connection', forMs: 90_000 });
      assert.equal(stateKey(effectiveState(lost)), 'no-connection-since');
      assert.equal(effectiveState(agedReading(lost, 5_000)).forMs, 95_000);
      const silent = effectiveState(reading('closed', 'closed', { connected: false }));
      assert.deepEqual([silent, stateKey(silent)], [{ state: 'no-connection' }, 'no-connection']);
    });

    it('what is too old is unknown, and says how old it is', () => {
      const old = agedReading(reading('closed', 'closed'), readMaxAgeMs + 1);
      assert.deepEqual(effectiveState(old), { state: 'unknown', forMs: readMaxAgeMs + 1 });
      assert.equal(stateKey(effectiveState(old)), 'unknown-since');
    });

    it('a connection that is not told is judged by the newest report', () => {
      const judged = (reportAgeMs?: number) =>
        effectiveState(reading('closed', 'closed', { connected: undefined, reportAgeMs })).state;
      assert.deepEqual(
        [judged(0), judged(reportMaxAgeMs), judged(reportMaxAgeMs + 1), judged()],
        ['live', 'live', 'unknown', 'unknown'],
      );
    });

    it('an age below 0 is none: what was read later than now, or reported in the far future, is unknown', () => {
      assert.equal(effectiveState(reading('closed', 'closed', { readAgeMs: -1 })).state, 'unknown');
      const ahead = (reportAgeMs: number) =>
        effectiveState(reading('closed', 'closed', { connected: undefined, reportAgeMs })).state;
      assert.deepEqual([ahead(-1_000), ahead(-1e12)], ['live', 'unknown']);
    });

    it('no age is negative or not a number', () => {
      fc.assert(
        fc.property(anyReading, (one) => {
          const { forMs } = effectiveState(one);
          assert(forMs === undefined || (Number.isFinite(forMs) && forMs >= 0));
        }),
      );
    });
  });

  it('what is held by an event is said with whether it is live', () => {
    const key = (remote: HandleReading) => stateKey(effectiveState(reading(remote, 'closed', { heldByEvent: true })));
    assert.deepEqual([key('closed'), key('open')], ['held-live', 'held-off']);
  });
});
