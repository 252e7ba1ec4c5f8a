import assert from 'node:assert/strict';
import { deviceOf, simulatorOf } from './example-site';
import { describeManagedAutomation } from './managed-automation';
import { describeOlderAutomation } from './older-automation';
import { describeOlderWatches } from './older-watches';
import { describeExamples, errors } from './running-example';
import { describeShedInAFunction } from './shed-in-a-function';
import { describeWatches } from './watches';

describeExamples('03-automation', (example, { imported, older }) => {
  describeManagedAutomation(imported);
  describeShedInAFunction('01-shed-a-load', older);
  describeOlderAutomation(older);

  describeWatches(imported);
  describeOlderWatches(older);

  example('07-health-digest', 'names what needs a look', async (shown) => {
    const { clock, at, click } = shown;
    const well = await click('08:00', 'e-mail');
    assert.deepEqual([well.topic, well.payload], ['All 12 devices are well', 'Nothing to look at.']);
    const simulator = await simulatorOf(shown);
    simulator.tripBreaker(deviceOf(simulator, 'Kitchen oven'));
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    await clock.advance(2_000);
    const bad = await click('08:00', 'e-mail');
    assert.equal(bad.topic, '2 findings at 12 devices');
    assert.match(String(bad.payload), /^\d{11}: hand lever open, or tripped\n\d{11}: not connected$/);
    assert.deepEqual(at(errors), []);
  });
});
