import type { TextsOf } from '../../src/editor';
import { element } from '../../src/editor';
import type english from './locales/en-US/waveform-capture.json';

type Text = TextsOf<typeof english>;

/** Adds the controls and the empty areas of a capture's view to `host`. */
export function createCaptureFrame(host: HTMLElement, text: Text) {
  const choice = (label: Parameters<Text>[0]) => element('select', { 'aria-label': text(label), title: text(label) });
  const button = (label: 'view.reload' | 'view.captureNow' | 'view.csv' | 'view.json', icon: string) =>
    element('button', { type: 'button', class: 'red-ui-button red-ui-button-small', title: text(label) }, [
      element('i', { class: `fa fa-${icon}` }),
      ` ${text(`${label}Short`)}`,
    ]);
  const device = choice('view.device');
  const captureChoice = choice('view.which');
  const phase = choice('view.phase');
  const quantity = choice('view.harmonicsOf');
  const reload = button('view.reload', 'refresh');
  const captureNow = button('view.captureNow', 'bolt');
  captureNow.hidden = !RED.user.hasPermission('breakerflow.write');
  const csv = button('view.csv', 'download');
  const json = button('view.json', 'download');
  const status = element('div', { class: 'breakerflow-note', role: 'status' });
  const plot = element('div');
  const notes = element('div', { class: 'breakerflow-note', role: 'status' });
  const beyond = element('div', { class: 'breakerflow-wavespans' });
  const bars = element('div', { class: 'breakerflow-bars' });
  const thd = element('div', { class: 'breakerflow-wavevalues' });
  const figures = element('div');
  const table = element('div');
  const shown = element('div', { class: 'breakerflow-waveshown' }, [
    plot,
    notes,
    beyond,
    figures,
    element('div', { class: 'breakerflow-wavebar' }, [quantity, thd]),
    bars,
    element('details', {}, [element('summary', {}, [text('view.asTable')]), table]),
  ]);
  host.replaceChildren(
    element('div', { class: 'breakerflow-wavebar' }, [device, captureChoice, phase, reload, captureNow, csv, json]),
    status,
    shown,
  );
  for (const [value, key] of [
    ['both', 'view.bothPhases'],
    ['p0', 'thresholds.p0'],
    ['p1', 'thresholds.p1'],
  ] as const)
    phase.append(element('option', { value }, [text(key)]));
  for (const value of ['current', 'voltage'] as const)
    quantity.append(element('option', { value }, [text(`view.harmonics.${value}`)]));
  return {
    device,
    captureChoice,
    phase,
    quantity,
    reload,
    captureNow,
    csv,
    json,
    status,
    shown,
    plot,
    notes,
    beyond,
    thd,
    bars,
    figures,
    table,
  };
}

export type CaptureFrame = ReturnType<typeof createCaptureFrame>;
