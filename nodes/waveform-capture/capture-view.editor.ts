import type { CaptureRecord, Captures } from '../../src/admin-api';
import type { Thresholds } from '../../src/device-settings';
import { type AccountReference, askAccount, ask as askRoute, element, type TextsOf } from '../../src/editor';
import { type CaptureReport, reportCapture, toCsv, usableSamples } from '../../src/waveform';
import { figureTable, harmonicTable, spanLines } from './capture-figures.editor';
import { createCaptureFrame } from './capture-frame.editor';
import { levelsOf } from './capture-levels.editor';
import { notesOf } from './capture-notes';
import { download } from './download.editor';
import { drawHarmonics } from './draw-harmonics.editor';
import type english from './locales/en-US/waveform-capture.json';
import { sampleValues } from './sample-values.editor';
import { triggerWords } from './trigger-words';
import { addViewStyle } from './view-style.editor';
import { createWavePlot } from './wave-plot.editor';

type Text = TextsOf<typeof english>;
type Phase = 'p0' | 'p1';

export interface CaptureViewOptions {
  readonly host: HTMLElement;
  readonly text: Text;
  readonly locale: string;
  readonly account: () => AccountReference | undefined;
  readonly devices: () => readonly string[];
  /** The name of a device as the picker shows it. */
  readonly nameOf: (deviceId: string) => string;
  /** The trigger whose captures the node takes; undefined for any. */
  readonly trigger: () => string | undefined;
  /** The thresholds entered in the dialog. */
  readonly edited: () => Thresholds;
  readonly onPresent: (present: Thresholds) => void;
}

export interface CaptureView {
  /** Reads the captures of the devices again. */
  read(): Promise<void>;
  /** Redraws the capture after a change of the thresholds or of the size. */
  draw(): void;
  close(): void;
}

/** Shows the last capture of a device: curves with thresholds, harmonics, figures and downloads. */
export function createCaptureView(options: CaptureViewOptions): CaptureView {
  const { host, text, locale } = options;
  addViewStyle();
  const frame = createCaptureFrame(host, text);
  const { device, captureChoice, phase, quantity, reload, captureNow, csv, json, status, shown } = frame;
  let newestRead = 0;
  let closed = false;
  let answer: Captures | undefined;
  let report: CaptureReport | undefined;

  const record = (): CaptureRecord | undefined => answer?.record;
  const samples = () => usableSamples(record()?.data ?? {});
  const phases = (): Phase[] =>
    (['p0', 'p1'] as const).filter(
      (name) =>
        (phase.value === 'both' || phase.value === name) &&
        (samples()[`mV${name}`] !== undefined || samples()[`mA${name}`] !== undefined),
    );
  const sampleMs = () => 1000 / (report?.sampleRate.sampleRateHz ?? 4000);

  const describe = (sample: number): string =>
    sampleValues(sample, {
      data: samples(),
      phases: phases(),
      atMs: (sample - (report?.triggerSample ?? 0)) * sampleMs(),
      text,
      locale,
    });

  const plot = createWavePlot({ host: frame.plot, label: text('view.plot'), describe, locale });

  function showStatus(message: string, isError = false): void {
    status.textContent = message;
    status.className = isError ? 'breakerflow-error' : 'breakerflow-note';
    status.toggleAttribute('hidden', message === '');
  }

  function draw(): void {
    const shownRecord = record();
    shown.toggleAttribute('hidden', shownRecord === undefined);
    for (const button of [csv, json]) button.toggleAttribute('disabled', shownRecord === undefined);
    if (shownRecord === undefined) return;
    const present = answer?.thresholds ?? {};
    const edited = options.edited();
    report = reportCapture({ ...shownRecord, data: shownRecord.data ?? {} }, { thresholds: { ...present, ...edited } });
    const notes = notesOf(report.problems, (key, params) => text(key, params));
    frame.notes.replaceChildren(...notes.map((note) => element('div', {}, [note])));
    frame.notes.toggleAttribute('hidden', notes.length === 0);
    drawCurves(report, present, edited);
    const shownPhases = { report, phases: phases(), text, locale };
    const lines = spanLines(shownPhases);
    frame.beyond.replaceChildren(
      ...(lines.length === 0 ? [text('view.noSpan')] : lines).map((line) => element('div', {}, [line])),
    );
    frame.figures.replaceChildren(figureTable(shownPhases));
    frame.table.replaceChildren(harmonicTable(shownPhases));
    drawHarmonics(frame, { ...shownPhases, quantity: quantity.value === 'voltage' ? 'voltage' : 'current' });
  }

  function drawCurves(shownReport: CaptureReport, present: Thresholds, edited: Thresholds): void {
    const data = samples();
    const panel = (unit: 'V' | 'A', key: 'view.voltage' | 'view.current') => ({
      title: `${text(key)} (${unit})`,
      curves: phases().flatMap((name) => {
        const values = data[`m${unit}${name}`];
        return values === undefined ? [] : [{ phase: name, values: values.map((value) => value / 1000) }];
      }),
      levels: levelsOf({ unit, phases: phases(), present, edited, text, locale }),
    });
    const { triggerSample } = shownReport;
    plot.show({
      count: shownReport.analysis.window.samples,
      sampleMs: sampleMs(),
      zeroSample: triggerSample ?? 0,
      ...(triggerSample === undefined ? {} : { trigger: { sample: triggerSample, label: text('view.trigger') } }),
      panels: [panel('V', 'view.voltage'), panel('A', 'view.current')].filter(({ curves }) => curves.length > 0),
    });
  }

  function fillDevices(): void {
    const devices = options.devices();
    const selected = device.value;
    device.replaceChildren(
      ...devices.map((id) => element('option', { value: id, selected: id === selected }, [options.nameOf(id)])),
    );
    device.toggleAttribute('hidden', devices.length < 2);
  }

  function fillCaptures(): void {
    const captures = matching();
    captureChoice.replaceChildren(
      ...captures.map(({ id, capturedAt, triggers = [] }) => {
        const when = capturedAt === undefined ? id : new Date(capturedAt).toLocaleString(locale);
        return element('option', { value: id, selected: id === answer?.record?.id }, [
          `${when} ${triggers.map((trigger) => triggerWords(trigger, text)).join(', ')}`,
        ]);
      }),
    );
    captureChoice.toggleAttribute('hidden', captures.length === 0);
  }

  /** The captures that the node would take. */
  function matching(): Captures['captures'] {
    const trigger = options.trigger();
    const captures = answer?.captures ?? [];
    return trigger === undefined ? captures : captures.filter(({ triggers = [] }) => triggers.includes(trigger));
  }

  async function ask(waveformId: string): Promise<void> {
    const thisRead = ++newestRead;
    const account = options.account();
    const deviceId = device.value;
    if (account === undefined || deviceId === '') {
      answer = undefined;
      showStatus(text('view.choose'));
      fillCaptures();
      draw();
      return;
    }
    showStatus(text('view.asking'));
    try {
      const captures = await askAccount(account, 'captures', { deviceId, waveformId });
      if (thisRead !== newestRead || closed) return;
      answer = captures;
      const [newest] = matching();
      if (waveformId === '' && newest !== undefined && newest.id !== captures.record?.id) {
        await ask(newest.id);
        return;
      }
      if (newest === undefined) {
        const { record: _, ...others } = captures;
        answer = others;
      }
      showStatus(answer.record === undefined ? text('view.none') : '');
    } catch (error) {
      if (thisRead !== newestRead || closed) return;
      answer = undefined;
      showStatus(error instanceof Error ? error.message : String(error), true);
    }
    fillCaptures();
    options.onPresent(answer?.thresholds ?? {});
    draw();
  }

  /** Records a waveform, within the interlocks of the account, and shows it. */
  async function captureOne(): Promise<void> {
    const account = options.account();
    if (account?.kind !== 'deployed' || device.value === '') {
      showStatus(text(account?.kind === 'draft' ? 'view.deployFirst' : 'view.choose'));
      return;
    }
    captureNow.disabled = true;
    showStatus(text('view.asking'));
    try {
      const body = { deviceId: device.value, action: 'capture' } as const;
      const answered = await askRoute('POST accounts/:id/operate', { params: { id: account.id }, body });
      const isCaptured = answered.done && answered.outcome === 'confirmed';
      if (isCaptured) await ask('');
      if (!closed && !isCaptured) showStatus(answered.sentence, !answered.done);
    } catch (error) {
      showStatus(error instanceof Error ? error.message : String(error), true);
    } finally {
      captureNow.disabled = false;
    }
  }

  function save(kind: 'csv' | 'json'): void {
    const shownRecord = record();
    if (shownRecord === undefined) return;
    const name = [shownRecord.deviceId ?? device.value, shownRecord.capturedAt ?? shownRecord.id]
      .join('_')
      .replaceAll(/[^\w.-]+/g, '-');
    if (kind === 'json') download(`${name}.json`, 'application/json', JSON.stringify(shownRecord, undefined, 2));
    else
      download(
        `${name}.csv`,
        'text/csv',
        toCsv({ ...shownRecord, data: shownRecord.data ?? {} }, report?.sampleRate.sampleRateHz),
      );
  }

  // The picker may have read the names after the options were filled.
  device.addEventListener('focus', () => {
    for (const option of device.options) option.textContent = options.nameOf(option.value);
  });
  device.addEventListener('change', () => ask(''));
  captureChoice.addEventListener('change', () => ask(captureChoice.value));
  reload.addEventListener('click', () => ask(''));
  captureNow.addEventListener('click', captureOne);
  csv.addEventListener('click', () => save('csv'));
  json.addEventListener('click', () => save('json'));
  for (const select of [phase, quantity]) select.addEventListener('change', draw);
  let drawnWidth = host.clientWidth;
  const sizes = new ResizeObserver(() => {
    if (host.clientWidth === drawnWidth) return;
    drawnWidth = host.clientWidth;
    draw();
  });
  sizes.observe(host);

  return {
    read() {
      fillDevices();
      return ask('');
    },
    draw,
    close() {
      closed = true;
      sizes.disconnect();
    },
  };
}
