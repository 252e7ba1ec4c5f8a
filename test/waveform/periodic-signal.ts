/** A periodic signal in volts or amperes as its Fourier series: the truth that measurements are held against. */
export interface PeriodicSignal {
  readonly frequencyHz: number;
  readonly dc: number;
  /** RMS and angle (as sine at time 0) by order, order 1 being the fundamental. */
  readonly components: readonly { readonly order: number; readonly rms: number; readonly phaseDeg: number }[];
}

/** Its samples in whole millivolts or milliamperes. */
export function sampled(signal: PeriodicSignal, sampleRateHz: number, samples: number, noise = () => 0): number[] {
  return Array.from({ length: samples }, (_, n) => {
    let value = signal.dc + noise();
    for (const { order, rms, phaseDeg } of signal.components) {
      const angle = (2 * Math.PI * order * signal.frequencyHz * n) / sampleRateHz + (phaseDeg * Math.PI) / 180;
      value += Math.SQRT2 * rms * Math.sin(angle);
    }
    return Math.round(value * 1000);
  });
}

const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);

/** RMS by Parseval's theorem. */
export const rmsOf = ({ dc, components }: PeriodicSignal) => Math.sqrt(squares([dc, ...components.map((c) => c.rms)]));

/** THD-F in percent. */
export function thdFOf({ components }: PeriodicSignal): number {
  const [fundamental, ...harmonics] = components.map((c) => c.rms);
  return (100 * Math.sqrt(squares(harmonics))) / (fundamental as number);
}

/** Real power: the sum of what voltage and current of equal order make. */
export function realPowerOf(voltage: PeriodicSignal, current: PeriodicSignal): number {
  let watts = voltage.dc * current.dc;
  for (const u of voltage.components) {
    const i = current.components.find(({ order }) => order === u.order);
    if (i !== undefined) watts += u.rms * i.rms * Math.cos(((u.phaseDeg - i.phaseDeg) * Math.PI) / 180);
  }
  return watts;
}

/** The smallest angle between two directions, in degrees. */
export const angleBetween = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180);
