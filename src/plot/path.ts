import { decimate } from './decimate';
import type { Scale } from './scale';

/** The `d` of an SVG path through equidistant samples, in tenths of a pixel. `x` maps the index of a sample. */
export function pathOf(values: readonly number[], x: Scale, y: Scale): string {
  const [left, right] = x.range;
  return decimate(values, Math.ceil(Math.abs(right - left)))
    .map((index, position) => {
      const command = position === 0 ? 'M' : 'L';
      return `${command}${tenths(x.toPixel(index))} ${tenths(y.toPixel(values[index] as number))}`;
    })
    .join('');
}

const tenths = (pixel: number) => Math.round(pixel * 10) / 10;
