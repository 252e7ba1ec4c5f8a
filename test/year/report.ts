import type { FlowDay } from './flow-day';
import { boundMs } from './overloads';
import type { SeasonResult } from './season';

const minutes = (ms: number) => Math.round(ms / 60_000);

/** A row for each load of each season, and a line for the site. */
export function tableOf(results: readonly SeasonResult[], flows: readonly FlowDay[]): string {
  const lines = results.flatMap((season) => {
    const { name, days, loads, overloads, longestOverloadMs, aboveMs, failures, told, troubles } = season;
    const site = [
      `${overloads} overloads, longest ${longestOverloadMs / 1_000} s (bound ${boundMs / 1_000} s)`,
      `${minutes(aboveMs)} min above a limit`,
      `${told.futile ?? 0} times nothing left to open`,
      `${troubles} readings missing`,
    ].join(', ');
    const rows = Object.entries(loads)
      .filter(([, { opens, changes }]) => opens + changes > 0)
      .map(([label, { opens, changes, longestOffMs }]) => {
        const off = opens > 0 ? `longest off ${minutes(longestOffMs)} min` : '';
        return `    ${label.padEnd(24)}${String(opens).padStart(5)} opens${String(changes).padStart(6)} changes  ${off}`;
      });
    const flow = flows.find((one) => one.name === name);
    const beside =
      flow === undefined
        ? []
        : [`    the flow of 0.1.0, one day: ${flow.opens} opens, ${flow.idleOpens} of idle loads`];
    const verdict = failures.length === 0 ? 'passed' : 'FAILED';
    return [`${verdict}  ${name}, ${days} ${days === 1 ? 'day' : 'days'}: ${site}`, ...rows, ...beside];
  });
  return lines.join('\n');
}
