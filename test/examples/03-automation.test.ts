import { describeManagedAutomation } from './managed-automation';
import { describeOlderAutomation } from './older-automation';
import { describeOlderWatches } from './older-watches';
import { describeExamples } from './running-example';
import { describeShedInAFunction } from './shed-in-a-function';
import { describeWatches } from './watches';

describeExamples('03-automation', (_, { imported, older }) => {
  describeManagedAutomation(imported);
  describeShedInAFunction('01-shed-a-load', older);
  describeOlderAutomation(older);

  describeWatches(imported);
  describeOlderWatches(older);
});
