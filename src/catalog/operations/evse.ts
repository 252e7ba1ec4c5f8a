import { one, operations, unchanged, wrongHardware } from '../operation';
import { currentIsPossible, modeCanBeSet, somethingChanges } from '../rules';
import { evseConfiguration, evseConfigurationChange, evseControl, evseState } from '../shapes/evse';

const get = {
  section: '4.7',
  method: 'GET',
  token: ['ORG'],
  hardware: 'ev-emcb',
  reachesDevice: true,
  retry: 'read',
} as const;

export const evse = operations({
  'evse.state': {
    ...get,
    title: 'Get the state of an EV charger',
    path: '/devices/{deviceId}/evse/metadata/state',
    answer: one(evseState),
    assumed: [
      {
        what: 'values',
        value: 'J1772 states, passed through as text',
        sure: 'sibling',
        why: 'only idle is shown',
        change: unchanged.passedOn,
      },
      {
        what: 'values',
        value: 'any text as error type',
        sure: 'sibling',
        why: 'only two error types are shown',
        change: unchanged.passedOn,
      },
      wrongHardware,
    ],
  },
  'evse.control': {
    ...get,
    title: 'Get what an EV charger applies now',
    path: '/devices/{deviceId}/evse/metadata/controlConfiguration',
    answer: one(evseControl),
    assumed: [wrongHardware],
  },
  'evse.getConfiguration': {
    ...get,
    title: 'Get the configuration of an EV charger',
    path: '/devices/{deviceId}/evse/settings/configuration',
    answer: one(evseConfiguration),
    assumed: [
      {
        what: 'values',
        value: 'ocpp, manual-override and offline-no-restrictions can be read, not set',
        sure: 'sibling',
        why: 'only the modes that can be set are shown',
        change: 'nothing to change: a mode that is not known is a warning, and is sent',
      },
      wrongHardware,
    ],
  },
  'evse.updateConfiguration': {
    section: '4.7',
    title: 'Change the configuration of an EV charger',
    method: 'PATCH',
    path: '/devices/{deviceId}/evse/settings/configuration',
    token: ['ORG'],
    hardware: 'ev-emcb',
    body: evseConfigurationChange,
    answer: one(evseConfiguration),
    rules: [somethingChanges, modeCanBeSet, currentIsPossible],
    refusals: [{ status: 400, when: 'the device uses OCPP or takes part in an override event' }],
    reachesDevice: true,
    retry: 'evseUpdate',
    assumed: [
      {
        what: 'bounds',
        value: 'maxCurrent 0 (no limit) or 6 to 32 A; maxEnergy 0 (no limit) to 200000 Wh',
        sure: 'sibling',
        why: 'the bounds are not shown',
        change: 'nothing to change: more is a warning, and is sent; 1 to 5 A is refused for safety',
      },
      {
        what: 'values',
        value: 'offline modes no-restrictions and no-change',
        sure: 'sibling',
        why: 'only no-restrictions is shown',
        change: 'nothing to change: any text is sent',
      },
      {
        what: 'answer',
        value: 'acknowledged about 2 s before it reads back',
        sure: 'sibling',
        why: 'when a change can be read back is not shown',
        change: 'the field "Wait up to" of the evse-config node',
      },
      {
        what: 'values',
        value: 'days and times of charge windows are UTC',
        sure: 'guess',
        why: 'the time zone of charge windows is not shown',
        change: 'the field "Clock of the charger" of the evse-config node',
      },
      {
        what: 'values',
        value: 'where charge windows overlap, the first in the list counts',
        sure: 'guess',
        why: 'whether windows may overlap, and which counts then, is not shown',
        change: unchanged.warned,
      },
      wrongHardware,
    ],
  },
});
