import assert from 'node:assert/strict';
import { type ServiceUnderTest, startService } from './service-under-test';
import { batchStatusMeanings, type Transition, transitions } from './state-transitions';
import { batchCommands, batchStatuses } from './transitions/batch-commands';
import { commissioning } from './transitions/commissioning';
import { overrideEvents } from './transitions/override-events';
import { remoteHandle } from './transitions/remote-handle';
import { settings } from './transitions/settings';
import { udpKeys } from './transitions/udp-keys';
import { users } from './transitions/users';

const tests = Object.entries({
  ...commissioning,
  ...remoteHandle,
  ...settings,
  ...users,
  ...overrideEvents,
  ...batchCommands,
  ...udpKeys,
});

function titleOf({ stateSet, state, trigger, condition, next }: Transition): string {
  const happening = typeof trigger === 'string' ? trigger : trigger.event;
  return `${stateSet}: ${state} + ${happening}${condition === undefined ? '' : ` (${condition})`} -> ${next}`;
}

describe('spec 3 states and transitions, through the client', () => {
  let service: ServiceUnderTest;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  for (const [title, test] of tests) it(title, () => test(service));

  it('every row of the table has its test, and no test is without a row', () => {
    assert.deepEqual(
      tests.map(([title]) => title),
      transitions.map(titleOf),
    );
  });

  describe('the status of a device in a batch command', () => {
    for (const [status, meaning] of Object.entries(batchStatusMeanings))
      it(`${status}: ${meaning}`, () => batchStatuses[status as keyof typeof batchStatuses](service));

    it('there are six', () => assert.deepEqual(Object.keys(batchStatuses), Object.keys(batchStatusMeanings)));
  });
});
