import { isTimeZoneName } from '../../src/charging';
import {
  ceilingField,
  type FieldTable,
  numberSources,
  type Palette,
  paletteColors,
  type StoredConfig,
  targetFields,
  textSources,
  valueSources,
  wordsFields,
  writeFields,
} from '../../src/fields';
import { sceneName } from '../../src/scene';
import { actionNames, actionOf, namesScene } from './actions';

const writes = ({ action }: StoredConfig) => actionOf(action)?.reads !== true;
const sceneOf = ({ action }: StoredConfig) => actionOf(action)?.scene;
/** A scene is restored where it was set. */
const hasTarget = (config: StoredConfig) => sceneOf(config) !== 'restore';
const notPicked = (config: StoredConfig) => hasTarget(config) && config.target !== 'devices';

/** spec 4.3 */
export const fields = {
  name: { kind: 'text', default: '' },
  ...targetFields('emcb', hasTarget),
  /** Left out of what a location or a value names. */
  except: { kind: 'list', default: [], hardware: 'emcb', when: notPicked },
  maxDevices: ceilingField(notPicked),
  action: { kind: 'choice', default: 'value', initial: 'open', options: actionNames },
  /** Nodes of one service that name the same scene share it. */
  scene: {
    kind: 'text',
    default: 'away',
    required: true,
    check: (value) => (sceneName(value) === undefined ? 'sceneName' : undefined),
    when: ({ action }) => namesScene(actionOf(action)),
  },
  scenePosition: {
    kind: 'choice',
    default: 'open',
    options: ['open', 'closed'],
    when: (config) => sceneOf(config) === 'set',
  },
  command: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: ({ action }) => actionOf(action)?.request === 'message',
  },
  seconds: {
    kind: 'typed',
    default: '60',
    sources: numberSources,
    required: true,
    when: ({ action }) => actionOf(action)?.timed === true,
  },
  reason: { kind: 'typed', default: '', sources: textSources, when: writes },
  /** Adds an output for the outcomes of commands that the service deferred until an override event ends. */
  laterOutput: {
    kind: 'flag',
    default: false,
    when: (config) => writes(config) && config.readBack !== false,
  },
  /** The number of outputs that Node-RED draws, calculated from `laterOutput`. */
  outputs: { kind: 'number', default: 1, min: 1, max: 2, integer: true, when: () => false },
  ...wordsFields(isTimeZoneName),
  openLimit: { kind: 'number', default: '', min: 0, unit: 'A' },
  confirmClose: { kind: 'flag', default: true },
  ...writeFields(),
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.operates,
  icon: 'breaker-control.svg',
  inputs: 1,
  outputs: 1,
  outputLabels: ['outcome', 'later'],
} as const satisfies Palette;
