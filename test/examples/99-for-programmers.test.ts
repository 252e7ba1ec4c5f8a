import { describeExamples } from './running-example';
import { describeShedInAFunction } from './shed-in-a-function';

describeExamples('99-for-programmers', (example) => {
  describeShedInAFunction('01-shed-a-load-in-a-function', example);
});
