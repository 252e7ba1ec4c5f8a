export { checkConfig, checkField, completeConfig, type FieldProblem, newerProblem } from './check-config';
export {
  type ChoiceGroups,
  type ConfigOf,
  type Field,
  type FieldTable,
  groupedChoice,
  type Palette,
  type StoredConfig,
  storedProperties,
  type TypedSource,
  type TypedValue,
  type Upgrade,
} from './field';
export { readConfig } from './read-config';
export { targetFields, valueSources } from './target-fields';
export {
  currentVersion,
  droppedProperties,
  isNewer,
  storedVersion,
  upgradeConfig,
  versionProperty,
} from './upgrade';
