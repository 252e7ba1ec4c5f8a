import { empty, one, operations, type RuleInput, unchanged, wrongHardware } from '../operation';
import type { RetryClass } from '../retry';
import { timerOnlyWithOpen } from '../rules';
import { handleCommand, handlePosition, secondsUntilReset } from '../shapes/device';

// A close that comes late is dangerous, an open is the safe direction, and a timer starts anew with every send.
function retryOfCommand({ body }: RuleInput): RetryClass {
  if (body.command !== 'open') return 'handleClose';
  if (body.secondsUntilReset === undefined) return 'handleOpen';
  return body.secondsUntilReset === 0 ? 'handleCancelTimer' : 'handleOpenTimed';
}

export const remoteHandle = operations({
  'remoteHandle.getPosition': {
    section: '4.3',
    title: 'Get the position of the remote handle',
    method: 'GET',
    path: '/devices/{deviceId}/breaker/remoteHandle/position',
    token: ['ORG'],
    answer: one(handlePosition),
    reachesDevice: true,
    retry: 'read',
    assumed: [
      {
        what: 'values',
        value: 'open, closed; letter case varies; anything else is unknown',
        sure: 'seen',
        why: 'only open is shown, and the command is close',
        change: 'nothing to change: any other value is unknown, and is passed on as raw',
      },
    ],
  },
  'remoteHandle.setPosition': {
    section: '4.3',
    title: 'Open or close a breaker',
    method: 'POST',
    path: '/devices/{deviceId}/breaker/remoteHandle/position',
    token: ['ORG'],
    hardware: 'emcb',
    body: handleCommand,
    answer: empty,
    rules: [timerOnlyWithOpen],
    refusals: [
      { status: 400, when: '`secondsUntilReset` with `close`, or a non-zero value below 10' },
      { status: 400, when: '`secondsUntilReset` while the device is in an override event' },
      { status: 429, when: 'one breaker is commanded too fast' },
    ],
    reachesDevice: true,
    retry: retryOfCommand,
    assumed: [
      {
        what: 'bounds',
        value: '10 s between commands to one breaker',
        sure: 'seen',
        why: 'the rate behind 429 is not documented',
        change: 'the account setting "command spacing"',
      },
      {
        what: 'answer',
        value: 'any 2xx status; 204 is expected, 202 is possible',
        sure: 'guess',
        why: 'the status of a successful command is not shown',
        change: unchanged.passedOn,
      },
      {
        what: 'answer',
        value: '400 to secondsUntilReset while the device is in an override event',
        sure: 'guess',
        why: 'it is not accepted then, with no status shown',
        change: unchanged.passedOn,
      },
      wrongHardware,
    ],
  },
  'remoteHandle.getSecondsUntilReset': {
    section: '4.3',
    title: 'Get the seconds until a breaker closes again',
    method: 'GET',
    path: '/devices/{deviceId}/breaker/remoteHandle/secondsUntilReset',
    token: ['ORG'],
    hardware: 'emcb',
    answer: one(secondsUntilReset),
    reachesDevice: true,
    retry: 'read',
    assumed: [wrongHardware],
  },
});
