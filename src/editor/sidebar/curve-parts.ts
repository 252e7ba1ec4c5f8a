interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room above and below the line, so that its edge is seen. */
const margin = 2;

/**
 * The lines of a curve as points of an SVG polyline: one for each run of known values, so that a value that is not known
 * is a gap and never 0. A single value between two gaps is a short line.
 */
export function curveParts(
  values: readonly (number | null)[],
  { width, height }: Size,
): { readonly lines: readonly string[]; readonly zeroY: number } {
  const known = values.filter((value) => value !== null);
  const top = Math.max(0, ...known);
  const bottom = Math.min(0, ...known);
  const span = top - bottom || 1;
  const y = (value: number) => round(margin + ((top - value) / span) * (height - 2 * margin));
  const stepX = width / Math.max(1, values.length);
  const runs: { readonly x: number; readonly y: number }[][] = [];
  let isGap = true;
  values.forEach((value, index) => {
    if (value !== null) {
      if (isGap) runs.push([]);
      runs.at(-1)?.push({ x: round((index + 0.5) * stepX), y: y(value) });
    }
    isGap = value === null;
  });
  const lines = runs.map((points) => {
    const [only] = points;
    const drawn =
      points.length === 1 && only !== undefined
        ? [
            { x: round(only.x - stepX / 2), y: only.y },
            { x: round(only.x + stepX / 2), y: only.y },
          ]
        : points;
    return drawn.map((point) => `${point.x},${point.y}`).join(' ');
  });
  return { lines, zeroY: y(0) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
