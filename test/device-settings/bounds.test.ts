import assert from 'node:assert/strict';
import { checkInput, type OperationId } from '../../src/catalog';
import { alignments, bargraphModes, parseWhole, wholeProblem } from '../../src/device-settings';
import { samples } from './samples';

const path = { deviceId: 'd1' };
const problems = (id: OperationId, body: unknown) => checkInput(id, { path, body });

describe('spec 2.3, 4.3 the settings of a device', () => {
  const { random, anything } = samples(3);

  for (const [setting, id] of [
    ['loadPresentThreshold', 'loadPresentThreshold.set'],
    ['dataReportRate', 'dataReportRate.set'],
  ] as const)
    it(`${setting}: a number is taken exactly when the catalog takes it`, () => {
      for (let round = 0; round < 2000; round++) {
        const value = random() < 0.5 ? anything() : Math.floor(random() * 2e6 - 1e6) / (random() < 0.3 ? 10 : 1);
        const parsed = parseWhole(value);
        assert.equal(wholeProblem(setting, value), parsed === undefined ? setting : undefined);
        if (parsed !== undefined) assert.deepEqual(problems(id, { [setting]: parsed }), []);
        else if (typeof value === 'number' && Number.isFinite(value))
          assert(problems(id, { [setting]: value }).length > 0, String(value));
      }
    });

  it('a number as text is read, other text is not', () => {
    assert.deepEqual([' 300 ', '1e3', '0', '1.5', '', 'x', null].map(parseWhole), [
      300,
      1000,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the words are those of the catalog, and no others', () => {
    for (const mode of bargraphModes) assert.deepEqual(problems('bargraphMode.set', { mode }), []);
    for (const alignment of alignments) assert.deepEqual(problems('telemetryAlignment.set', { alignment }), []);
    const [mode] = problems('bargraphMode.set', { mode: 'rainbow' });
    for (const word of bargraphModes) assert(mode?.message.includes(word));
    const [alignment] = problems('telemetryAlignment.set', { alignment: 'sun' });
    for (const word of alignments) assert(alignment?.message.includes(word));
  });
});
