import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sourceFiles } from '../architecture/imports';
import { nodeFields, nodes } from '../support/palette-html';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

interface TimeField {
  readonly type: string;
  readonly field: string;
  readonly set: Readonly<Record<string, unknown>>;
}

const bySchedule = { action: 'create', source: 'form', target: 'devices', devices: [outletsId], sunEvent: 'sunset' };
const sessions = { action: 'listSessions', range: 'custom', fromType: 'str', from: '', toType: 'str', to: '' };
const history = { action: 'history', range: 'custom', fromType: 'str', from: '', toType: 'str', to: '' };
const captures = { action: 'list', fromType: 'str', from: '', toType: 'str', to: '', atType: 'str', at: '' };

/** Every field of a date and time, with the settings that show it. */
const dateTimeFields: readonly TimeField[] = [
  { type: 'batch-schedule', field: 'at', set: { ...bySchedule, schedule: 'at', atType: 'str', at: '' } },
  { type: 'batch-schedule', field: 'from', set: { ...bySchedule, schedule: 'cron', cron: '0 8 * * *' } },
  { type: 'batch-schedule', field: 'until', set: { ...bySchedule, schedule: 'cron', cron: '0 8 * * *' } },
  { type: 'evse-config', field: 'from', set: sessions },
  { type: 'evse-config', field: 'to', set: sessions },
  { type: 'meter-read', field: 'from', set: history },
  { type: 'meter-read', field: 'to', set: history },
  { type: 'waveform-capture', field: 'from', set: { ...captures, range: 'custom' } },
  { type: 'waveform-capture', field: 'to', set: { ...captures, range: 'custom' } },
  { type: 'waveform-capture', field: 'at', set: { ...captures, range: 'at' } },
];
/** Every field of a time of day, with the field of its zone. */
const timeFields: readonly (TimeField & { readonly zone: string })[] = [
  { type: 'circuit-watch', field: 'reportAt', zone: 'zone', set: { measure: 'health', zone: 'Europe/Berlin' } },
];
/** The files that write times into something else than a field of a node, and why they are not tried here. */
const elsewhere: Readonly<Record<string, string>> = {
  'nodes/batch-schedule/run-form.editor.ts': 'Beside the days of a cron: schedule-without-cron tries them.',
  'nodes/cloud-call/value-field.editor.ts': 'Made of the schema of a request: cloud-call tries them.',
  'nodes/evse-config/band-table.editor.ts': 'Rows of a list, with the input that circuit-watch.reportAt has.',
  'nodes/evse-config/window-row.editor.ts': 'Rows of a list: evse-config tries them.',
  'nodes/load-manager/load-row.editor.ts': 'Rows of a list, with the input that circuit-watch.reportAt has.',
  'src/editor/rows/day-times.ts': 'Rows of a list, with the input that circuit-watch.reportAt has.',
};
const sharedFiles = [
  'src/editor/date-time-picker.ts',
  'src/editor/dialog.ts',
  'src/editor/rows/row-controls.ts',
  'src/editor/time-input.ts',
];
const written = ['2030-03-01 22:00', '2030-03-01 2200', '1.3.2030 10 pm', '2030/3/1 22h'];

const named = (kind: string) =>
  Object.keys(nodes).flatMap((type) =>
    Object.entries(nodeFields(type).fields).flatMap(([field, one]) =>
      'picker' in one && one.picker === kind ? [`${type}.${field}`] : [],
    ),
  );

describe('the fields of times', () => {
  it('are all tried', () => {
    const tried = (list: readonly TimeField[]) => list.map(({ type, field }) => `${type}.${field}`).sort();
    assert.deepEqual(tried(dateTimeFields), named('dateTime').sort());
    assert.deepEqual(tried(timeFields), named('time').sort());
    const makers = sourceFiles.filter((file) =>
      /(?<!function )\b(?:createTimeInput|timeField|dateTimeSource|createDateTimePicker)\(/.test(
        readFileSync(file, 'utf8'),
      ),
    );
    assert.deepEqual(makers.filter((file) => !sharedFiles.includes(file)).sort(), Object.keys(elsewhere).sort());
  });

  for (const view of views.slice(0, 1))
    describe(`in the dialogs on ${view.name}`, () => {
      const flows = flowWithAccount({ devices: [outletsId] });
      const z = flows.map((node) => node as { type?: string; id?: string }).find(({ type }) => type === 'tab')?.id;
      const idOf = (index: number) => `d000000000000${String(index).padStart(3, '0')}`;
      const { tab, editor } = openedEditor(view, {
        flows: [
          ...flows,
          ...[...dateTimeFields, ...timeFields].map(({ type, set }, index) => ({
            ...set,
            id: idOf(index),
            type,
            z,
            account: accountId,
            x: 200 + 300 * (index % 3),
            y: 300 + 60 * Math.floor(index / 3),
            wires: [[]],
          })),
        ],
      });
      // Node-RED moves the focus to the first field when the dialog has slid in: a box that is written before loses it.
      const openSettled = async (id: string) => {
        await editor.open(id);
        await tab.page.waitForFunction(() => document.activeElement?.closest('.red-ui-tray-body') != null);
      };
      const row = (field: string) => tab.page.locator(`.breakerflow-row[data-field="${field}"]`);

      for (const [index, { type, field }] of dateTimeFields.entries())
        it(`${type}.${field} is written as people do, in a zone that is shown`, async () => {
          await openSettled(idOf(index));
          const box = row(field).locator('.breakerflow-date-text');
          const zone = row(field).locator('select.breakerflow-zone');
          await box.waitFor();
          assert.equal(
            await zone.inputValue(),
            await tab.page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
          );
          await zone.selectOption('America/Chicago');
          for (const text of written) {
            await box.fill(text);
            assert.equal(await tab.page.inputValue(`#node-input-${field}`), '2030-03-01T22:00:00-06:00', text);
          }
          await box.blur();
          assert.equal(await box.inputValue(), '2030-03-01 10:00 PM');
          for (const text of ['23:00', '2300', '11 pm']) {
            await box.fill(text);
            assert.equal(await tab.page.inputValue(`#node-input-${field}`), '2030-03-01T23:00:00-06:00', text);
          }
          const calendar = row(field).locator('.breakerflow-date-time button');
          assert.match((await calendar.getAttribute('aria-label')) ?? '', /^Calendar of: ./);
          const parts = await row(field)
            .locator('.breakerflow-date-text, .breakerflow-date-time button, select.breakerflow-zone')
            .evaluateAll((boxes) => boxes.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
          for (const [at, one] of parts.entries())
            for (const other of parts.slice(at + 1))
              assert(
                one.right <= other.left + 1 ||
                  other.right <= one.left + 1 ||
                  one.bottom <= other.top + 1 ||
                  other.bottom <= one.top + 1,
                JSON.stringify([one, other]),
              );
          await row(field).scrollIntoViewIfNeeded();
          await tab.shoot(`time-${type}-${field}`);
          await editor.finish('node-dialog-cancel');
        });

      for (const [index, { type, field, zone }] of timeFields.entries())
        it(`${type}.${field} is written as people do, in the zone of the same dialog`, async () => {
          await openSettled(idOf(dateTimeFields.length + index));
          const box = row(field).locator('.breakerflow-time');
          for (const text of ['22:00', '2200', '10 pm', '22h']) {
            await box.fill(text);
            assert.equal(await tab.page.inputValue(`#node-input-${field}`), '2200', text);
          }
          assert.equal(await tab.page.inputValue(`#node-input-${zone}`), 'Europe/Berlin');
          await row(zone).waitFor();
          await editor.finish('node-dialog-cancel');
        });

      it('meets no error in the browser', () => {
        assert.deepEqual(tab.problems, []);
      });
    });
});
