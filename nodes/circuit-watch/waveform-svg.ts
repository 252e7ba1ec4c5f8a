import { decimalsOf, domainOf, linearScale, pathOf, ticksOf } from '../../src/plot';
import { type Channel, channels, usableSamples, type WaveformSamples } from '../../src/waveform';

const width = 640;
const panelHeight = 120;
const left = 52;
const gap = 14;
const colors: Readonly<Record<Channel, string>> = {
  mVp0: '#1f6fb2',
  mAp0: '#c0392b',
  mVp1: '#1f6fb2',
  mAp1: '#c0392b',
};
const names: Readonly<Record<Channel, string>> = { mVp0: 'V 0', mAp0: 'A 0', mVp1: 'V 1', mAp1: 'A 1' };

/** The curves of a capture, V and A, one above the other, as an SVG that an e-mail or a chat can show; undefined without samples. */
export function waveformSvg(samples: WaveformSamples): string | undefined {
  const usable = usableSamples(samples);
  const panels = channels.flatMap((channel) => {
    const values = (usable[channel] ?? []).map((milli) => milli / 1_000);
    return values.length > 1 ? [{ channel, values }] : [];
  });
  if (panels.length === 0) return undefined;
  const height = panels.length * (panelHeight + gap) + gap;
  const drawn = panels.map(({ channel, values }, index) =>
    panel(values, { top: gap + index * (panelHeight + gap), name: names[channel], color: colors[channel] }),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="sans-serif" font-size="11"><rect width="${width}" height="${height}" fill="#fff"/>${drawn.join('')}</svg>`
  );
}

interface Place {
  readonly top: number;
  readonly name: string;
  readonly color: string;
}

function panel(values: readonly number[], { top, name, color }: Place): string {
  const x = linearScale([0, values.length - 1], [left, width - gap]);
  const y = linearScale(domainOf([values]), [top + panelHeight, top]);
  const { values: ticks, step } = ticksOf(y.domain, 5);
  const lines = ticks.map((tick) => {
    const at = Math.round(y.toPixel(tick));
    return (
      `<line x1="${left}" x2="${width - gap}" y1="${at}" y2="${at}" stroke="#ddd"/>` +
      `<text x="${left - 6}" y="${at + 4}" text-anchor="end" fill="#555">${tick.toFixed(decimalsOf(step))}</text>`
    );
  });
  const curve = `<path d="${pathOf(values, x, y)}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
  return `${lines.join('')}${curve}<text x="4" y="${top + 10}" fill="#333">${name}</text>`;
}
