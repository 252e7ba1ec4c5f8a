import type { CaptureRecord, Captures } from '../../src/admin-api';
import type { Thresholds } from '../../src/device-settings';
import { type AccountReference, askAccount, element, type TextsOf } from '../../src/editor';
import { type CaptureReport, reportCapture, toCsv, WaveformError } from '../../src/waveform';
import { figureTable, harmonicTable, spanLines } from './capture-figures.editor';
import { createCaptureFrame } from './capture-frame.editor';
import { levelsOf } from './capture-levels.editor';
import { download } from './download.editor';
import { drawHarmonics } from './draw-harmonics.editor';
import type english from './locales/en-US/waveform-capture.json';
import { valuesAt } from './values-at.editor';
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

/** The last capture of a device: its curves with the thresholds, its harmonics, its figures, and downloads. */
export function createCaptureView(options: CaptureViewOptions): CaptureView {
  const { host, text, locale } = options;
  addViewStyle();
  const frame = createCaptureFrame(host, text);
  const { device, which, phase, quantity, reload, csv, json, status, shown } = frame;
  let turn = 0;
  let closed = false;
  let answer: Captures | undefined;
  let report: CaptureReport | undefined;

  const record = (): CaptureRecord | undefined => answer?.record;
  const phases = (): Phase[] =>
    (['p0', 'p1'] as const).filter(
      (one) =>
        (phase.value === 'both' || phase.value === one) &&
        (record()?.data?.[`mV${one}`] !== undefined || record()?.data?.[`mA${one}`] !== undefined),
    );
  const sampleMs = () => 1000 / (report?.sampleRate.sampleRateHz ?? 4000);

  const describe = (sample: number): string =>
    valuesAt(sample, {
      data: record()?.data ?? {},
      phases: phases(),
      atMs: (sample - (report?.triggerSample ?? 0)) * sampleMs(),
      text,
      locale,
    });

  const plot = createWavePlot({ host: frame.plot, label: text('view.plot'), describe, locale });

  function say(message: string, isError = false): void {
    status.textContent = message;
    status.className = isError ? 'breakerflow-error' : 'breakerflow-note';
    status.toggleAttribute('hidden', message === '');
  }

  function draw(): void {
    const found = record();
    shown.toggleAttribute('hidden', found === undefined);
    for (const one of [csv, json]) one.toggleAttribute('disabled', found === undefined);
    if (found === undefined) return;
    const present = answer?.thresholds ?? {};
    const edited = options.edited();
    try {
      report = reportCapture({ ...found, data: found.data ?? {} }, { thresholds: { ...present, ...edited } });
    } catch (error) {
      if (!(error instanceof WaveformError)) throw error;
      shown.toggleAttribute('hidden', true);
      csv.toggleAttribute('disabled', true);
      say(text('view.unusable', { why: error.message }), true);
      return;
    }
    drawCurves(found, report, present, edited);
    const parts = { report, phases: phases(), text, locale };
    const lines = spanLines(parts);
    frame.beyond.replaceChildren(
      ...(lines.length === 0 ? [text('view.noSpan')] : lines).map((line) => element('div', {}, [line])),
    );
    frame.figures.replaceChildren(figureTable(parts));
    frame.table.replaceChildren(harmonicTable(parts));
    drawHarmonics(frame, { ...parts, quantity: quantity.value === 'voltage' ? 'voltage' : 'current' });
  }

  function drawCurves(found: CaptureRecord, known: CaptureReport, present: Thresholds, edited: Thresholds): void {
    const data = found.data ?? {};
    const panel = (unit: 'V' | 'A', key: 'view.voltage' | 'view.current') => ({
      title: `${text(key)} (${unit})`,
      curves: phases().flatMap((one) => {
        const values = data[`m${unit}${one}`];
        return values === undefined ? [] : [{ phase: one, values: values.map((value) => value / 1000) }];
      }),
      levels: levelsOf({ unit, phases: phases(), present, edited, text, locale }),
    });
    const { triggerSample } = known;
    plot.show({
      count: known.analysis.window.samples,
      sampleMs: sampleMs(),
      zeroSample: triggerSample ?? 0,
      ...(triggerSample === undefined ? {} : { trigger: { sample: triggerSample, label: text('view.trigger') } }),
      panels: [panel('V', 'view.voltage'), panel('A', 'view.current')].filter(({ curves }) => curves.length > 0),
    });
  }

  function fillDevices(): void {
    const devices = options.devices();
    const before = device.value;
    device.replaceChildren(
      ...devices.map((id) => element('option', { value: id, selected: id === before }, [options.nameOf(id)])),
    );
    device.toggleAttribute('hidden', devices.length < 2);
  }

  function fillCaptures(): void {
    const captures = answer?.captures ?? [];
    which.replaceChildren(
      ...captures.map(({ id, capturedAt, triggers = [] }) => {
        const when = capturedAt === undefined ? id : new Date(capturedAt).toLocaleString(locale);
        return element('option', { value: id, selected: id === answer?.record?.id }, [
          `${when} ${triggers.join(', ')}`,
        ]);
      }),
    );
    which.toggleAttribute('hidden', captures.length === 0);
  }

  async function ask(waveformId: string): Promise<void> {
    const mine = ++turn;
    const from = options.account();
    const deviceId = device.value;
    if (from === undefined || deviceId === '') {
      answer = undefined;
      say(text('view.choose'));
      fillCaptures();
      draw();
      return;
    }
    say(text('view.asking'));
    try {
      const read = await askAccount(from, 'captures', { deviceId, waveformId });
      if (mine !== turn || closed) return;
      answer = read;
      say(read.record === undefined ? text('view.none') : '');
    } catch (error) {
      if (mine !== turn || closed) return;
      answer = undefined;
      say(error instanceof Error ? error.message : String(error), true);
    }
    fillCaptures();
    options.onPresent(answer?.thresholds ?? {});
    draw();
  }

  function keep(kind: 'csv' | 'json'): void {
    const found = record();
    if (found === undefined) return;
    const name = [found.deviceId ?? device.value, found.capturedAt ?? found.id].join('_').replaceAll(/[^\w.-]+/g, '-');
    if (kind === 'json') download(`${name}.json`, 'application/json', JSON.stringify(found, undefined, 2));
    else
      download(`${name}.csv`, 'text/csv', toCsv({ ...found, data: found.data ?? {} }, report?.sampleRate.sampleRateHz));
  }

  // By now the picker may have read the names.
  device.addEventListener('focus', () => {
    for (const option of device.options) option.textContent = options.nameOf(option.value);
  });
  device.addEventListener('change', () => ask(''));
  which.addEventListener('change', () => ask(which.value));
  reload.addEventListener('click', () => ask(''));
  csv.addEventListener('click', () => keep('csv'));
  json.addEventListener('click', () => keep('json'));
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
