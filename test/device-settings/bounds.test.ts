import assert from 'node:assert/strict';
import { checkInput, type OperationId } from '../../src/catalog';
import { alignments, bargraphModes, parseNumber, parseWhole, wholeProblem } from '../../src/device-settings';
import { samples } from './samples';

const path = { deviceId: 'd1' };
const findings = (id: OperationId, body: unknown) => {
  const { problems, warnings } = checkInput(id, { path, body });
  return [...problems, ...warnings];
};

describe('spec 2.3, 4.3 the settings of a device', () => {
  const { random, anything } = samples(3);

  for (const [setting, id] of [['loadPresentThreshold', 'loadPresentThreshold.set']] as const)
    it(`${setting}: a number is taken exactly when the catalog takes it`, () => {
      for (let round = 0; round < 2000; round++) {
        const value = random() < 0.5 ? anything() : Math.floor(random() * 2e6 - 1e6) / (random() < 0.3 ? 10 : 1);
        const parsed = parseWhole(value);
        assert.equal(wholeProblem(setting, value), parsed === undefined ? setting : undefined);
        if (parsed !== undefined) assert.deepEqual(findings(id, { [setting]: parsed }), []);
        else if (typeof value === 'number' && Number.isFinite(value))
          assert(findings(id, { [setting]: value }).length > 0, String(value));
      }
    });

  it('dataReportRate: every number is taken, as the bounds are not shown; a text that is one too', () => {
    assert.deepEqual([0, 0.5, -1, 300, ' 60 ', 'x', '', null, Number.NaN].map(parseNumber), [
      0,
      0.5,
      -1,
      300,
      60,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    for (const dataReportRate of [0, 0.5, 300]) {
      const { problems, warnings } = checkInput('dataReportRate.set', { path, body: { dataReportRate } });
      assert.deepEqual(problems, []);
      assert.equal(warnings.length > 0, parseWhole(dataReportRate) === undefined);
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
    for (const mode of bargraphModes) assert.deepEqual(findings('bargraphMode.set', { mode }), []);
    for (const alignment of alignments) assert.deepEqual(findings('telemetryAlignment.set', { alignment }), []);
    const [mode] = findings('bargraphMode.set', { mode: 'rainbow' });
    for (const word of bargraphModes) assert(mode?.message.includes(word));
    const [alignment] = findings('telemetryAlignment.set', { alignment: 'sun' });
    for (const word of alignments) assert(alignment?.message.includes(word));
  });
});
