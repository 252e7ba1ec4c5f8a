import { element } from '../../src/editor';
import { linearScale, type Scale } from '../../src/plot';
import { axisHeight, margin, type PlotContent, panelHeight, panelOf, timeAxis, triggerMark } from './plot-parts.editor';
import { svg } from './svg.editor';

interface WavePlotOptions {
  readonly host: HTMLElement;
  readonly label: string;
  /** A text with the values at a sample, for the line below the plot and for screen readers. */
  readonly describe: (sample: number) => string;
  readonly locale: string;
}

/** Voltage and current over time, with a cursor that the mouse and the arrow keys move. */
export function createWavePlot({ host, label, describe, locale }: WavePlotOptions) {
  const frame = element('div', { class: 'breakerflow-waveframe', role: 'slider', tabindex: '0', 'aria-label': label });
  const values = element('div', { class: 'breakerflow-wavevalues' });
  host.replaceChildren(frame, values);
  let content: PlotContent | undefined;
  let x: Scale | undefined;
  let cursor: SVGLineElement | undefined;
  let sampleAtCursor = 0;

  function draw(): void {
    if (content === undefined) return;
    const { count, panels } = content;
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
    drawing.append(timeAxis(content, scale, bottom, locale));
    if (content.trigger !== undefined) drawing.append(triggerMark(content.trigger, scale, bottom));
    cursor = svg('line', { class: 'breakerflow-cursor', y1: margin.top, y2: bottom });
    drawing.append(cursor);
    frame.replaceChildren(drawing);
    frame.setAttribute('aria-valuemin', '0');
    frame.setAttribute('aria-valuemax', String(count - 1));
    moveTo(sampleAtCursor);
  }

  function moveTo(sample: number): void {
    if (content === undefined || x === undefined) return;
    sampleAtCursor = Math.max(0, Math.min(content.count - 1, Math.round(sample)));
    const pixel = x.toPixel(sampleAtCursor);
    cursor?.setAttribute('x1', String(pixel));
    cursor?.setAttribute('x2', String(pixel));
    const valuesText = describe(sampleAtCursor);
    values.textContent = valuesText;
    frame.setAttribute('aria-valuenow', String(sampleAtCursor));
    frame.setAttribute('aria-valuetext', valuesText);
  }

  const moves: Readonly<Record<string, (by: number) => number>> = {
    ArrowLeft: (by) => sampleAtCursor - by,
    ArrowDown: (by) => sampleAtCursor - by,
    ArrowRight: (by) => sampleAtCursor + by,
    ArrowUp: (by) => sampleAtCursor + by,
    PageDown: () => sampleAtCursor - 20,
    PageUp: () => sampleAtCursor + 20,
    Home: () => 0,
    End: () => (content?.count ?? 1) - 1,
  };
  frame.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(move(event.shiftKey ? 10 : 1));
  });
  const moveToPointer = (event: PointerEvent) => {
    if (x !== undefined) moveTo(x.toValue(event.clientX - frame.getBoundingClientRect().left));
  };
  frame.addEventListener('pointermove', moveToPointer);
  frame.addEventListener('pointerdown', moveToPointer);

  return {
    show(next: PlotContent): void {
      if (content?.count !== next.count) sampleAtCursor = next.trigger?.sample ?? 0;
      content = next;
      draw();
    },
    draw,
  };
}
