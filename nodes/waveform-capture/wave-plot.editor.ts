import { element } from '../../src/editor';
import { linearScale, type Scale } from './plot/scale';
import { axisHeight, margin, type Picture, panelHeight, panelOf, timeAxis, triggerMark } from './plot-parts.editor';
import { svg } from './svg.editor';

interface WavePlotOptions {
  readonly host: HTMLElement;
  readonly label: string;
  /** The values at a sample, for the line below the plot and for screen readers. */
  readonly describe: (sample: number) => string;
  readonly locale: string;
}

/** Voltage and current over time, with a cursor that the mouse and the arrow keys move. */
export function createWavePlot({ host, label, describe, locale }: WavePlotOptions) {
  const frame = element('div', { class: 'breakerflow-waveframe', role: 'slider', tabindex: '0', 'aria-label': label });
  const values = element('div', { class: 'breakerflow-wavevalues' });
  host.replaceChildren(frame, values);
  let picture: Picture | undefined;
  let x: Scale | undefined;
  let cursor: SVGLineElement | undefined;
  let at = 0;

  function draw(): void {
    if (picture === undefined) return;
    const { count, panels } = picture;
    const width = Math.max(180, frame.clientWidth);
    const scale = linearScale([0, Math.max(1, count - 1)], [margin.left, width - margin.right]);
    x = scale;
    const height = panels.length * (margin.top + panelHeight) + axisHeight;
    const drawing = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
    panels.forEach((panel, index) => {
      const top = index * (margin.top + panelHeight) + margin.top;
      drawing.append(panelOf(panel, scale, top, locale));
    });
    const bottom = height - axisHeight;
    drawing.append(timeAxis(picture, scale, bottom, locale));
    if (picture.trigger !== undefined) drawing.append(triggerMark(picture.trigger, scale, bottom));
    cursor = svg('line', { class: 'breakerflow-cursor', y1: margin.top, y2: bottom });
    drawing.append(cursor);
    frame.replaceChildren(drawing);
    frame.setAttribute('aria-valuemin', '0');
    frame.setAttribute('aria-valuemax', String(count - 1));
    moveTo(at);
  }

  function moveTo(sample: number): void {
    if (picture === undefined || x === undefined) return;
    at = Math.max(0, Math.min(picture.count - 1, Math.round(sample)));
    const place = x.toPixel(at);
    cursor?.setAttribute('x1', String(place));
    cursor?.setAttribute('x2', String(place));
    const said = describe(at);
    values.textContent = said;
    frame.setAttribute('aria-valuenow', String(at));
    frame.setAttribute('aria-valuetext', said);
  }

  const moves: Readonly<Record<string, (by: number) => number>> = {
    ArrowLeft: (by) => at - by,
    ArrowDown: (by) => at - by,
    ArrowRight: (by) => at + by,
    ArrowUp: (by) => at + by,
    PageDown: () => at - 20,
    PageUp: () => at + 20,
    Home: () => 0,
    End: () => (picture?.count ?? 1) - 1,
  };
  frame.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(move(event.shiftKey ? 10 : 1));
  });
  const point = (event: PointerEvent) => {
    if (x !== undefined) moveTo(x.toValue(event.clientX - frame.getBoundingClientRect().left));
  };
  frame.addEventListener('pointermove', point);
  frame.addEventListener('pointerdown', point);

  return {
    show(next: Picture): void {
      if (picture?.count !== next.count) at = next.trigger?.sample ?? 0;
      picture = next;
      draw();
    },
    draw,
  };
}
