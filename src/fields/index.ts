export {
  checkConfig,
  checkField,
  completeConfig,
  type FieldProblem,
  fieldWarnings,
  newerProblem,
} from './check-config';
export { all, where } from './conditions';
export { dateTimeCheck } from './date-time-check';
export {
  boundProperties,
  type ExampleConfigs,
  type ExampleIds,
  exampleMarkers,
  hasReference,
  isReadyWithoutDevices,
  loadedExample,
  markersIn,
  referencesOf,
  unboundProperties,
} from './example-flow';
export {
  type AssumedWarning,
  type ChoiceGroups,
  type Condition,
  type ConfigOf,
  type Field,
  type FieldPartProblem,
  type FieldTable,
  groupedChoice,
  type Palette,
  type ProblemKey,
  type StoredConfig,
  storedProperties,
  type TypedSource,
  type TypedValue,
  type Upgrade,
} from './field';
export { fieldGroups } from './field-groups';
export {
  type OrganizationRow,
  type OrganizationSlot,
  organizationFields,
  organizationRowProblems,
  organizationRows,
  organizationSlots,
} from './organization-slots';
export { paletteColors } from './palette-colors';
export { publicUrlProblem } from './public-url';
export { rangeFields } from './range-fields';
export { readConfig } from './read-config';
export { defaultSite, type SiteSettings, siteDifferences, siteKey, siteProblem, siteWords } from './simulated-site';
export { ceilingField, targetFields } from './target-fields';
export { numberSources, textSources, valueSources } from './typed-sources';
export {
  currentVersion,
  droppedProperties,
  isNewer,
  renamedProperty,
  storedVersion,
  upgradeConfig,
  versionProperty,
} from './upgrade';
export { wordsFields } from './words-fields';
export { guardFields, writeFields } from './write-fields';
