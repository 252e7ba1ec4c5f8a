export { checkConfig, checkField, type FieldProblem } from './check-config';
export {
  type ConfigOf,
  type Field,
  type FieldTable,
  type Palette,
  storedProperties,
  type TypedSource,
  type TypedValue,
} from './field';
export { readConfig } from './read-config';
export { targetFields, valueSources } from './target-fields';
