import { type Circuit, circuitDifferences, idKey, type MovedName } from '../../directory';

/** The names that a person has said may move to another device. */
export interface PendingMoves {
  /** What has moved since the dialog opened and nobody has confirmed. */
  open(rows: readonly Circuit[]): readonly MovedName[];
  confirm(move: MovedName): void;
  /** The rows to be stored: where a move is not confirmed, both of its devices keep the rows that they had. */
  settled(rows: readonly Circuit[]): Circuit[];
}

export function createPendingMoves(before: readonly Circuit[]): PendingMoves {
  const confirmed = new Set<string>();
  const keyOf = ({ by, text, from, to }: MovedName) => JSON.stringify([by, text, from.deviceId, to.deviceId]);
  const open = (rows: readonly Circuit[]) =>
    circuitDifferences(before, rows).moved.filter((move) => !confirmed.has(keyOf(move)));
  return {
    open,
    confirm: (move) => confirmed.add(keyOf(move)),
    settled(rows) {
      const kept = new Set(open(rows).flatMap(({ from, to }) => [idKey(from.deviceId), idKey(to.deviceId)]));
      if (kept.size === 0) return [...rows];
      const isKept = ({ deviceId }: Circuit) => kept.has(idKey(deviceId));
      return [...rows.filter((row) => !isKept(row)), ...before.filter(isKept)];
    },
  };
}
