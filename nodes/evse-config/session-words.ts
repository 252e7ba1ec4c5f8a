import type { SessionSummary } from '../../src/charging';
import { type Row, rowOf, sentences } from '../../src/runtime';
import type { ChargerTeller } from './charger-words';

type Teller = Pick<ChargerTeller, 'text' | 'words'>;

/** Tells of a plug session of a list: when, and how much. Its energy is taken to be in Wh. spec 2.11 */
export function tellSession({ text, words }: Teller, row: Row): string {
  const { energyTransferred, startedAt, stoppedAt } = row;
  return text(`words.session.${endOf(row)}`, {
    name: words.called(row),
    from: words.timeOf(startedAt) ?? text('words.unknown'),
    to: words.timeOf(stoppedAt) ?? text('words.unknown'),
    energy:
      typeof energyTransferred === 'number'
        ? `${words.number(energyTransferred / 1_000)} kWh`
        : text('words.energyUnknown'),
  });
}

/** What a person should know of the energy of a session: `note`, where there is anything. */
export function noteOf(
  text: ChargerTeller['text'],
  { energyKwh, meteredKwh, energyUnit, energyUnitFrom, energyDiffers }: SessionSummary,
): { readonly note?: string } {
  if (energyKwh === undefined) return { note: text('words.session.noEnergy') };
  if (energyDiffers) return { note: text('words.session.differs', { session: energyKwh, meter: meteredKwh }) };
  return energyUnit === 'kWh' && energyUnitFrom === 'reports' ? { note: text('words.session.inKwh') } : {};
}

/** Tells of the sum of a plug session: when, how long, how much, and what it cost. */
export function tellReport({ text, words }: Teller, row: Row): string {
  const { startedAt, stoppedAt, energyKwh, connectedSeconds, chargingSeconds, cost, currency, note } = row;
  const money = (value: unknown) =>
    typeof value === 'number' ? `${words.number(value, 2)} ${String(currency ?? '')}`.trim() : text('words.unknown');
  const bands = Array.isArray(row.bands) ? row.bands.map(rowOf) : [];
  return sentences(
    text(`words.session.${endOf(row)}`, {
      name: words.called(row),
      from: words.timeOf(startedAt) ?? text('words.unknown'),
      to: words.timeOf(stoppedAt) ?? text('words.unknown'),
      energy: typeof energyKwh === 'number' ? `${words.number(energyKwh, 2)} kWh` : text('words.energyUnknown'),
    }),
    typeof connectedSeconds === 'number'
      ? text('words.session.plugged', { duration: words.duration(connectedSeconds) })
      : undefined,
    typeof chargingSeconds === 'number'
      ? text('words.session.charged', { duration: words.duration(chargingSeconds) })
      : undefined,
    text('words.session.cost', { cost: money(cost) }),
    bands.length > 1
      ? text('words.session.bands', {
          bands: words.list(bands.map((band) => `${String(band.name)} ${money(band.cost)}`)),
        })
      : undefined,
    typeof note === 'string' ? note : undefined,
  );
}

function endOf({ stoppedAt }: Row): 'running' | 'ended' {
  return (stoppedAt ?? undefined) === undefined ? 'running' : 'ended';
}
