import {
  browserZone,
  type ConfigOf,
  createPanelDialog,
  element,
  type Form,
  type NodeEditor,
  textsOf,
} from '../../src/editor';
import type { fields } from './batch-schedule.fields';
import type * as Panel from './batch-schedule.panel.editor';
import { createColorsForm, createThresholdsForm } from './body-form.editor';
import type english from './locales/en-US/batch-schedule.json';

const ownText = textsOf<typeof english>('batch-schedule');

/** Adds a list of all time zones and a button that sets the browser's. */
function addZones(form: Form, changed: () => void): void {
  const input = form.input('timeZone')[0] as HTMLInputElement | undefined;
  if (input === undefined) return;
  const zones = element(
    'datalist',
    { id: 'breakerflow-time-zones' },
    Intl.supportedValuesOf('timeZone').map((zone) => element('option', { value: zone })),
  );
  input.setAttribute('list', zones.id);
  input.placeholder = 'UTC';
  const browserZoneButton = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    ownText('preview.zoneHere', { zone: browserZone() }),
  ]);
  browserZoneButton.addEventListener('click', () => {
    form.input('timeZone').val(browserZone()).trigger('change');
    changed();
  });
  input.after(zones, element('div', { style: 'padding: 2px 0 0 var(--breakerflow-beside)' }, [browserZoneButton]));
}

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
    createColorsForm(form.input('colors'), ownText);
    createThresholdsForm(form.input('thresholds'), ownText);
    const panel = document.getElementById('breakerflow-schedule');
    if (panel === null) return;
    const update = () => preview.panel()?.update();
    addZones(form, update);
    for (const name of Object.keys(form.values())) form.input(name).on('change', update);
    const dialog = panel.parentElement;
    // The events of typing, and of the device picker, whose devices are not in an input of the form.
    for (const event of ['input', 'change', 'click']) dialog?.addEventListener(event, () => setTimeout(update));
    await preview.open(panel, (script) => script.createPanel({ node, form, panel, texts: ownText }));
    update();
  },
  close: preview.close,
};
