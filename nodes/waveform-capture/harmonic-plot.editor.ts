import { decimalsOf, linearScale, ticksOf } from '../../src/plot';
import { svg } from './svg.editor';

/** The harmonics of one phase, in percent of the fundamental. */
export interface Bars {
  readonly phase: 'p0' | 'p1';
  /** By order. */
  readonly percents: readonly number[];
}

interface HarmonicPlot {
  readonly width: number;
  readonly bars: readonly Bars[];
  readonly label: string;
  readonly locale: string;
  /** The tooltip of a bar. */
  readonly title: (phase: Bars['phase'], order: number, percent: number) => string;
}

const margin = { left: 46, right: 8, top: 8 };
const plotHeight = 96;
const axisHeight = 20;

/** Draws bars from the second harmonic on, because the fundamental is always 100 %. */
export function harmonicPlot({ width: availableWidth, bars, label, locale, title }: HarmonicPlot): SVGSVGElement {
  const width = Math.max(180, availableWidth);
  const height = margin.top + plotHeight + axisHeight;
  const drawing = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  const lastOrder = Math.max(3, ...bars.map(({ percents }) => percents.length - 1));
  const maxPercent = Math.max(1, ...bars.flatMap(({ percents }) => percents.slice(2)));
  const x = linearScale([1.5, lastOrder + 0.5], [margin.left, width - margin.right]);
  const y = linearScale([0, maxPercent * 1.05], [margin.top + plotHeight, margin.top]);
  const slot = x.toPixel(3) - x.toPixel(2);
  const ticks = ticksOf(y.domain, 5);
  for (const value of ticks.values)
    drawing.append(
      svg('line', {
        class: 'breakerflow-grid',
        x1: margin.left,
        x2: width - margin.right,
        y1: y.toPixel(value),
        y2: y.toPixel(value),
      }),
      svg('text', { class: 'breakerflow-tick', x: margin.left - 5, y: y.toPixel(value) + 4, 'text-anchor': 'end' }, [
        `${value.toLocaleString(locale, { minimumFractionDigits: decimalsOf(ticks.step) })} %`,
      ]),
    );
  const orderStep = Math.max(1, Math.ceil(20 / (2 * slot))) * 2;
  for (let order = 3; order <= lastOrder; order += orderStep)
    drawing.append(
      svg(
        'text',
        { class: 'breakerflow-tick', x: x.toPixel(order), y: margin.top + plotHeight + 14, 'text-anchor': 'middle' },
        [String(order)],
      ),
    );
  const thickness = (slot * 0.8) / Math.max(1, bars.length);
  bars.forEach(({ phase, percents }, index) => {
    percents.forEach((percent, order) => {
      if (order < 2) return;
      drawing.append(
        svg(
          'rect',
          {
            class: `breakerflow-bar breakerflow-${phase}`,
            x: x.toPixel(order) - slot * 0.4 + index * thickness,
            y: y.toPixel(percent),
            width: thickness,
            height: Math.max(0, y.toPixel(0) - y.toPixel(percent)),
            'data-order': order,
          },
          [svg('title', {}, [title(phase, order, percent)])],
        ),
      );
    });
  });
  return drawing;
}
