import { checkInput } from '../../catalog';
import { type Limit, noLimit } from '../../charging';
import { type Problem, problem } from '../../schema';
import type { ChargerChange } from './request';

/** Reads a current from a message: amperes as a number or as text, or `no-limit`. Anything else is a problem. */
export function parseAmperes(value: unknown): { amperes: Limit } | { problems: Problem[] } {
  if (value === noLimit) return { amperes: noLimit };
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return { amperes: number };
  return { problems: [problem('amperes', 'type', `must be a number of amperes, or "${noLimit}"`, { type: 'number' })] };
}

/**
 * Reads a change of a configuration from a message, in the service's format, with `no-limit` in place of 0: a bare 0
 * is refused unless `zeroIsNoLimit`. Returns every problem at once. spec 4.7
 */
export function parseChargerChange(
  deviceId: string,
  value: unknown,
  zeroIsNoLimit: boolean,
): { change: ChargerChange } | { problems: Problem[] } {
  const zeros: Problem[] = [];
  const body = withZeroForNoLimit(value, '', (path) => {
    if (!zeroIsNoLimit)
      zeros.push(problem(path, 'zeroLimit', `must be "${noLimit}" when no limit is meant: 0 is not taken for it`));
  });
  const problems = [...checkInput('evse.updateConfiguration', { path: { deviceId }, body }).problems, ...zeros];
  return problems.length > 0 ? { problems } : { change: body as ChargerChange };
}

function withZeroForNoLimit(value: unknown, path: string, onZero: (path: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withZeroForNoLimit(item, `${path}[${index}]`, onZero));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (name !== 'maxCurrent' && name !== 'maxEnergy') return [name, withZeroForNoLimit(part, at, onZero)];
    if (part === 0) onZero(at);
    return [name, part === noLimit ? 0 : part];
  });
  return Object.fromEntries(entries);
}
