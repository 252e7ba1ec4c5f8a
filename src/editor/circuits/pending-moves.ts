import { type Circuit, circuitDifferences, idKey, type MovedName } from '../../directory';

/** The names that a person has said may move to another device. */
export interface PendingMoves {
  /** What has moved and nobody has confirmed. */
  open(rows: readonly Circuit[]): readonly MovedName[];
  confirm(move: MovedName): void;
  /** The rows to be stored: where a move is not confirmed, both of its devices keep the names that they had. */
  settled(rows: readonly Circuit[]): Circuit[];
}

/** Moves since `before`; those in `stored` were confirmed when they were stored. */
export function createPendingMoves(before: readonly Circuit[], stored: readonly Circuit[] = before): PendingMoves {
  const keyOf = ({ by, text, from, to }: MovedName) => JSON.stringify([by, text, from.deviceId, to.deviceId]);
  const confirmed = new Set(circuitDifferences(before, stored).moved.map(keyOf));
  const open = (rows: readonly Circuit[]) =>
    circuitDifferences(before, rows).moved.filter((move) => !confirmed.has(keyOf(move)));
  return {
    open,
    confirm: (move) => confirmed.add(keyOf(move)),
    settled(rows) {
      const kept = new Set(open(rows).flatMap(({ from, to }) => [idKey(from.deviceId), idKey(to.deviceId)]));
      const left = new Map(before.map((row) => [idKey(row.deviceId), row]));
      const settledRows = rows.map((row) => {
        const key = idKey(row.deviceId);
        const was = left.get(key);
        left.delete(key);
        return kept.has(key) ? calledAs(row, was) : row;
      });
      return [...settledRows, ...[...left].filter(([key]) => kept.has(key)).map(([, row]) => row)];
    },
  };
}

/** The row with the name and space of another one: a protection holds at once, whatever the names wait for. */
function calledAs({ name: _, space: __, ...row }: Circuit, was: Circuit | undefined): Circuit {
  return { ...row, name: was?.name ?? '', ...(was?.space === undefined ? {} : { space: was.space }) };
}
