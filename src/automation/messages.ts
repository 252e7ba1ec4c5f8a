import type { ManagerMessage } from './readings';
import type { LevelName, ManagerSettings } from './settings';

/** What is wrong with a message, as the key of its text. */
export type MessageProblem =
  | 'messageKind'
  | 'messageLimit'
  | 'messageZero'
  | 'messageLevel'
  | 'messageFor'
  | 'messageDevice';

export type ParsedMessage = { readonly message: ManagerMessage } | { readonly problem: MessageProblem };

const levels: readonly LevelName[] = ['normal', 'moderate', 'high', 'emergency', 'dim'];

/**
 * A message of a flow: `pause`, `resume`, `restore`, `{"limit": 40, "for": 3600}`, `{"level": "high"}`, `{"allow": id}`. Limits
 * are in the unit of the dialog: A, or kW; `for` is in seconds. 0 as a limit is refused: nothing at all is `"none allowed"`.
 */
export function parseManagerMessage(payload: unknown, { quantity }: Pick<ManagerSettings, 'quantity'>): ParsedMessage {
  if (payload === 'pause' || payload === 'resume' || payload === 'restore') return { message: { kind: payload } };
  if (typeof payload !== 'object' || payload === null) return { problem: 'messageKind' };
  const { limit, level, allow, pause, for: seconds } = payload as Record<string, unknown>;
  if ([limit, level, allow, pause].filter((value) => value !== undefined).length !== 1)
    return { problem: 'messageKind' };
  if (seconds !== undefined && !(typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0))
    return { problem: 'messageFor' };
  const forMs = seconds === undefined ? {} : { forMs: seconds * 1000 };
  if (limit !== undefined) return limitMessage(limit, quantity === 'current' ? 1 : 1000, forMs);
  if (pause !== undefined)
    return pause === true ? { message: { kind: 'pause', ...forMs } } : { problem: 'messageKind' };
  if (allow !== undefined)
    return typeof allow === 'string' && allow !== ''
      ? { message: { kind: 'allow', deviceId: allow } }
      : { problem: 'messageDevice' };
  const name = levelOf(level);
  return name === undefined ? { problem: 'messageLevel' } : { message: { kind: 'level', level: name, ...forMs } };
}

function limitMessage(limit: unknown, factor: number, forMs: { forMs?: number }): ParsedMessage {
  if (limit === 'none allowed') return { message: { kind: 'limit', value: 'none-allowed', ...forMs } };
  if (limit === 0) return { problem: 'messageZero' };
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit < 0) return { problem: 'messageLimit' };
  return { message: { kind: 'limit', value: limit * factor, ...forMs } };
}

/** OpenADR counts from 0 to 3; a contact is on or off. */
function levelOf(level: unknown): LevelName | undefined {
  if (typeof level === 'boolean') return level ? 'high' : 'normal';
  if (typeof level === 'number') return (['normal', 'moderate', 'high', 'emergency'] as const)[level];
  return levels.find((name) => name === level);
}
