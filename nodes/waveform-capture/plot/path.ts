import { decimate } from './decimate';
import type { Scale } from './scale';

/** The `d` of an SVG path through samples at equal distances; `x` takes the number of a sample. Tenths of a pixel. */
export function pathOf(values: readonly number[], x: Scale, y: Scale): string {
  const [left, right] = x.range;
  return decimate(values, Math.ceil(Math.abs(right - left)))
    .map((index, place) => {
      const command = place === 0 ? 'M' : 'L';
      return `${command}${tenths(x.toPixel(index))} ${tenths(y.toPixel(values[index] as number))}`;
    })
    .join('');
}

const tenths = (pixel: number) => Math.round(pixel * 10) / 10;
