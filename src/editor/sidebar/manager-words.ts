import type { DeviceClaim, ListedLimit, ListedLoad, ListedManager } from '../../admin-api';
import { nodeName } from './node-name';
import { shortDuration } from './time-text';
import type { Words } from './words';

/** What a manager does now, in one sentence. `now`: wall time, epoch ms. */
export function statusText(manager: ListedManager, words: Words, now: number): string {
  const { status, level = 'normal', forMs = 0, pausedForMs, loads } = manager;
  const { text } = words;
  if (status === 'paused' && pausedForMs !== undefined)
    return text('managers.pausedUntil', { until: clockTime(now + pausedForMs, words.language) });
  return text(`managers.status.${status}`, {
    time: durationText(forMs, words),
    level: text(`managers.level.${level}`),
    count: loads.filter(({ phase }) => phase !== 'normal').length,
  });
}

/** `46/60 A` with what is free, or why there is nothing to compare. */
export function limitText({ total, limit, live }: ListedLimit, unit: ListedManager['unit'], { text, language }: Words) {
  const amount = (value: number) => amountText(value, unit, language);
  if (!live) return text('managers.limit.stale', { total: amount(total) });
  if (limit === undefined) return text('managers.limit.none', { total: amount(total) });
  const value = isToldInWatts(limit, unit) ? Math.round(total) : inUnit(total, unit);
  const shown = { total: numberText(value, language), limit: amount(limit) };
  return total > limit
    ? text('managers.limit.over', { ...shown, amount: amount(total - limit) })
    : text('managers.limit.free', { ...shown, amount: amount(limit - total) });
}

/** What a load is to its manager. */
export function stateText({ phase, claimA }: ListedLoad, dryRun: boolean, { text, language }: Words): string {
  const state = claimA === undefined ? text(`managers.phase.${phase}`) : chargerText();
  return dryRun && phase !== 'normal' ? text('managers.dry', { state }) : state;

  function chargerText(): string {
    if (phase === 'closing') return text('managers.charger.raising');
    if (claimA === 0) return text('managers.charger.paused');
    const amperes = numberText(claimA ?? 0, language);
    return phase === 'opening'
      ? text('managers.charger.reducing', { amperes })
      : text('managers.charger.limited', { amperes });
  }
}

/** The lines below a load: why it is held, when it comes back, who else claims it, and what wears it. */
export function loadLines(load: ListedLoad, words: Words): string[] {
  const { text } = words;
  const { why, offForMs, manualForMs, drawsA, opensToday, operations, worn, others } = load;
  const isCounted = operations > 0 || opensToday > 0;
  const lines = [
    why === undefined ? '' : text('managers.why', { why }),
    offForMs === undefined ? '' : text('managers.since', { time: durationText(offForMs, words) }),
    backText(load, words),
    manualForMs === undefined ? '' : text('managers.manual', { time: durationText(manualForMs, words) }),
    ...others.map((claim) => claimText(claim, words)),
    drawsA === undefined
      ? text('managers.notRead')
      : text('managers.draws', { amperes: numberText(drawsA, words.language) }),
    isCounted ? text('managers.opens', { today: opensToday, operations }) : '',
    worn ? text('managers.worn') : '',
  ];
  return lines.filter((line) => line !== '');
}

function backText({ phase, backInMs, waitsForOk, comesBack }: ListedLoad, words: Words): string {
  const { text } = words;
  if (phase !== 'shed') return '';
  if (waitsForOk) return text('managers.back.ok');
  if (comesBack === 'never') return text('managers.back.never');
  if (backInMs === undefined) return '';
  return backInMs > 0
    ? text('managers.back.earliest', { time: durationText(backInMs, words) })
    : text('managers.back.whenItFits');
}

/** Who claims what of a device, and why: `Garage holds it open: leg A carried 62 A, limit 60 A`. */
export function claimText({ name, to, why, dryRun, gone }: DeviceClaim, { text, language }: Words): string {
  const who = managerName(name);
  const claim =
    typeof to === 'number'
      ? text('claim.limited', { name: who, amperes: numberText(to, language) })
      : text(`claim.${to}`, { name: who });
  const told = why === undefined ? claim : text('claim.why', { claim, why });
  if (gone) return text('claim.gone', { claim: told });
  return dryRun ? text('claim.dryRun', { claim: told }) : told;
}

export const managerName = (name: string | undefined) => nodeName({ type: 'load-manager', name });

export function dateTime(atMs: number, language: string): string {
  return new Date(atMs).toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
}

const clockTime = (atMs: number, language: string) =>
  new Date(atMs).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });

const durationText = (ms: number, { language }: Words) => shortDuration(ms, language, 'short');

const inUnit = (value: number, unit: ListedManager['unit']) => (unit === 'A' ? value : value / 1_000);
/** Where one decimal of a kilowatt would tell nothing. */
const isToldInWatts = (value: number, unit: ListedManager['unit']) =>
  unit !== 'A' && Math.abs(value) < 100 && Math.round(value) !== 0;
export const amountText = (value: number, unit: ListedManager['unit'], language: string) =>
  isToldInWatts(value, unit)
    ? `${Math.round(value)} W`
    : `${numberText(inUnit(value, unit), language)} ${unit === 'A' ? 'A' : 'kW'}`;
const numberText = (value: number, language: string) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
