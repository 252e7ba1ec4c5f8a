/** The magnitude of every sample. */
export function magnitudes(values: readonly number[]): Float64Array {
  return Float64Array.from(values, Math.abs);
}

/**
 * The RMS over the `periodSamples` samples around every sample; at the ends of the record, where there is no half
 * cycle on one side, over the first or the last whole cycle.
 */
export function cycleRms(values: readonly number[], periodSamples: number): Float64Array {
  const width = Math.min(periodSamples, values.length);
  const squares = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) squares[i + 1] = (squares[i] as number) + (values[i] as number) ** 2;
  const last = values.length - width;
  return Float64Array.from(values, (_, i) => {
    const from = Math.max(0, Math.min(last, i - Math.floor(width / 2)));
    return Math.sqrt(Math.max(0, (squares[from + width] as number) - (squares[from] as number)) / width);
  });
}
