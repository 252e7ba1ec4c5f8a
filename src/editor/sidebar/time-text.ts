import { timeUnits } from '../../admin-api';

/** A duration, as short as the language has it: `12s`, `4m`. */
export function shortDuration(
  durationMs: number,
  language: string,
  unitDisplay: 'narrow' | 'short' = 'narrow',
): string {
  let value = Math.abs(durationMs) / 1000;
  for (const [unit, most] of timeUnits) {
    if (value < most)
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(Math.trunc(value));
    value /= most;
  }
  return '';
}

/** 950 W, 1.25 kW: SI symbols are the same in all languages, the decimal sign is not. */
export function powerText(watts: number, language: string): string {
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  return Math.abs(watts) < 1000 ? `${number(watts, 0)} W` : `${number(watts / 1000, 2)} kW`;
}
