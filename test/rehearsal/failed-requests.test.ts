import assert from 'node:assert/strict';
import { createRecorder } from '../../src/rehearsal/child/recorder';
import { createLog } from '../../src/rehearsal/log';

const url = 'https://service.test/api/v1/devices/d1/data/telemetry/meter/reading';

function recorded() {
  const log = createLog(() => 0);
  const silent = { on: () => silent, add: () => {} };
  const recorder = createRecorder(log, {
    ...{ events: silent as never, hooks: silent, noteFunction: () => {}, now: () => 0 },
    nodeOf: (id) => ({ id, type: 'function', name: id }),
  });
  return { log, recorder };
}

describe('the requests that a rehearsal logs', () => {
  it('are the first of a kind that fails in one way, and the first that succeeds again', () => {
    const { log, recorder } = recorded();
    for (const status of [200, 503, 503, 0, 0, 503, 200, 200, 503])
      recorder.noteRequest({ method: 'GET', url }, status);
    const logged = log.events.map((event) => (event.kind === 'request' ? event.status : event.kind));
    assert.deepEqual(logged, [503, 0, 503, 200, 503]);
  });

  it('are told apart by what they ask for', () => {
    const { log, recorder } = recorded();
    for (const at of [url, url.replace('d1', 'd2'), url]) recorder.noteRequest({ method: 'GET', url: at }, 503);
    assert.deepEqual(
      log.events.map((event) => event.kind === 'request' && event.meterOf),
      ['d1', 'd2'],
    );
  });
});
