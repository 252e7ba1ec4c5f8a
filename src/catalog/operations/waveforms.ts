import { many, one, operations, tokenSetting, unchanged } from '../operation';
import { instantAloneOrRange } from '../rules';
import { waveform, waveformSummary } from '../shapes/waveform';

export const waveforms = operations({
  'waveforms.capture': {
    section: '4.3',
    title: 'Capture a waveform now',
    method: 'POST',
    path: '/devices/{deviceId}/waveforms',
    token: ['ORG'],
    answer: one(waveform),
    reachesDevice: true,
    retry: 'createOnline',
    assumed: [
      {
        what: 'authorization',
        value: 'the ORG bearer token',
        sure: 'seen',
        why: 'the header is described as a shared secret while the sample uses a bearer token',
        settings: tokenSetting,
      },
      {
        what: 'units',
        value: 'millivolts and milliamperes',
        sure: 'seen',
        why: 'taken from the field names',
        change: unchanged.passedOn,
      },
    ],
  },
  'waveforms.list': {
    section: '4.3',
    title: 'List waveforms',
    method: 'GET',
    path: '/devices/{deviceId}/waveforms',
    token: ['ORG'],
    filter: {
      combine: 'and',
      fields: {
        trigger: { compare: ['eq'], value: 'text' },
        capturedAt: { compare: ['eq', 'ge', 'le'], value: 'instant' },
      },
    },
    answer: many(waveformSummary),
    rules: [instantAloneOrRange],
    retry: 'read',
    assumed: [
      {
        what: 'values',
        value: 'any text as trigger',
        sure: 'seen',
        why: 'the full list is not shown',
        change: unchanged.passedOn,
      },
    ],
  },
  'waveforms.get': {
    section: '4.3',
    title: 'Get a waveform',
    method: 'GET',
    path: '/devices/{deviceId}/waveforms/{waveformId}',
    token: ['ORG'],
    answer: one(waveform),
    retry: 'read',
    assumed: [
      {
        what: 'answer',
        value: 'a fastRMS capture has the waveform envelope, its data passed through',
        sure: 'guess',
        why: 'its detail record is not shown',
        change: unchanged.passedOn,
      },
    ],
  },
});
