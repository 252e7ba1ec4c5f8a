import { type ConfigOf, createPanelDialog, type NodeEditor, textsOf } from '../../src/editor';
import type { fields } from './batch-schedule.fields';
import type * as Panel from './batch-schedule.panel.editor';
import { createColorsForm, createThresholdsForm } from './body-form.editor';
import type english from './locales/en-US/batch-schedule.json';
import { createRunForm } from './run-form.editor';
import { addScheduleStyle } from './schedule-style.editor';

const ownText = textsOf<typeof english>('batch-schedule');

const preview = createPanelDialog<typeof Panel, Panel.SchedulePanel>(
  'batch-schedule',
  () => ownText('preview.notLoaded'),
  (panel) => panel.close(),
);

export const editor: NodeEditor<Partial<ConfigOf<typeof fields>>> = {
  label(node) {
    const action = ownText(`choice.action.${node.action ?? 'create'}`);
    // The part behind the colon is too long for the canvas.
    return node.name || (action.split(/\s?[:：]/)[0] ?? action);
  },
  async prepare(node, form) {
    addScheduleStyle();
    for (const name of ['cron', 'sunDays'] as const)
      createRunForm({
        input: form.input(name),
        texts: ownText,
        label: ownText(`label.${name}`),
        withTimes: name === 'cron',
      });
    createColorsForm(form.input('colors'), ownText);
    createThresholdsForm(form.input('thresholds'), ownText);
    const panel = document.getElementById('breakerflow-schedule');
    if (panel === null) return;
    const update = () => preview.panel()?.update();
    for (const name of Object.keys(form.values())) form.input(name).on('change', update);
    const dialog = panel.parentElement;
    // The events of typing, and of the device picker, whose devices are not in an input of the form.
    for (const event of ['input', 'change', 'click']) dialog?.addEventListener(event, () => setTimeout(update));
    await preview.open(panel, (script) => script.createPanel({ node, form, panel, texts: ownText }));
    update();
  },
  close: preview.close,
};
