export {
  type AssumedRule,
  always,
  anything,
  assumed,
  boolean,
  type Infer,
  integer,
  type JsonSchema,
  known,
  list,
  map,
  number,
  oneOf,
  optional,
  record,
  type Schema,
  text,
  view,
} from './builders';
export { createCheck, type Problem, problem, warning } from './check';
export { isDeeperThan } from './depth';
export { isDate, isDateTime } from './formats';
export { plainNumber } from './plain-scalar';
export { createReading, maxDepth, type Reading, TooDeepError, type Unread } from './reading';
