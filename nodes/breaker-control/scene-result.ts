import type { TextsOf } from '../../src/admin-api';
import { type DevicesSummary, type NamesOf, withNames } from '../../src/runtime';
import type { LeftOutReason } from '../../src/scene';
import type english from './locales/en-US/breaker-control.json';

type Row = Readonly<Record<string, unknown>>;

/** A circuit that a scene does not command, and why. */
export interface LeftOut {
  readonly deviceId: string;
  readonly reason: LeftOutReason;
  readonly message: string;
}

interface SceneEnd {
  readonly subject: { readonly scene: string } | { readonly alarms: number };
  readonly do: 'set' | 'restore';
  readonly leftOut: readonly Omit<LeftOut, 'message'>[];
  /** How many circuits a later restore would still handle. */
  readonly remembered: number;
  /** Nothing is lost by a restart. */
  readonly saved: boolean;
  readonly namesOf: NamesOf;
  readonly text: SceneText;
}

/** The texts of this node. */
export type SceneText = TextsOf<typeof english>;

/**
 * The payload of a scene: {`scene` or `alarms`, `do`, `set` or `restored`, `unchanged`, `failed`, `results`[], `leftOut`[],
 * `remembered`}, and its badge.
 */
export function summarizeScene(rows: readonly Row[], end: SceneEnd): DevicesSummary {
  const { subject, do: deed, remembered, saved, namesOf, text } = end;
  const results = rows.filter((row) => !('leftOut' in row));
  const failed = results.filter((row) => 'error' in row).length;
  const unchanged = results.filter(({ outcome }) => outcome === 'unchanged').length;
  const done = results.length - failed - unchanged;
  const left = [
    ...end.leftOut,
    ...rows.flatMap(({ deviceId, leftOut }) =>
      leftOut === undefined ? [] : [{ deviceId: String(deviceId), reason: leftOut as LeftOutReason }],
    ),
  ];
  const doubtful = results.some(({ outcome }) => outcome === 'unknown' || outcome === 'deferred');
  const dry = results.some(({ outcome }) => outcome === 'dry-run');
  const count = failed === 0 ? String(done) : `${done}/${done + failed}`;
  return {
    payload: {
      ...subject,
      do: deed,
      [deed === 'set' ? 'set' : 'restored']: done,
      unchanged,
      failed,
      results,
      leftOut: left.map((one) => withNames({ ...one, message: text(`leftOut.${one.reason}`) }, namesOf)),
      remembered,
      ...(saved ? {} : { saved: false }),
    },
    look: failed > 0 || doubtful || !saved ? 'warning' : dry ? 'dry-run' : 'fresh',
    badge: text(deed === 'set' ? 'status.sceneSet' : 'status.sceneRestored', { count }),
  };
}
