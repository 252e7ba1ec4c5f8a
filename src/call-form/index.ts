export { buildInput } from './build-input';
export { type CallValues, isLiteral, literalOf, readValues, serviceValue } from './call-values';
export { type CallProblem, checkCall } from './check-call';
export { fieldSpecAt } from './parameters';
export type { Pointer } from './pointer';
export { type RequestText, requestText, valuesOf, withWholeBody } from './request-text';
