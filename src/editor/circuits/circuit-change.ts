import { type Circuit, circuitProblems, idKey, type KnownDevice, type MovedName } from '../../directory';
import { circuitsOf, deployedCircuits } from './account-directory';
import { problemText } from './circuit-texts';
import { createPendingMoves } from './pending-moves';

/** The row of a device after a change, among all others of its account; nothing is stored yet. */
export interface CircuitChange {
  readonly circuits: readonly Circuit[];
  /** What is wrong with the row, in words. */
  readonly problems: readonly string[];
  /** The names that it moves, since the last deploy: each needs the word of a person. */
  readonly moved: readonly MovedName[];
}

export function changeCircuit(
  accountId: string,
  { id, serialNumber = '' }: KnownDevice,
  part: { readonly name?: string; readonly critical?: boolean },
  known: readonly KnownDevice[],
): CircuitChange {
  const stored = circuitsOf(accountId);
  const at = stored.findIndex(({ deviceId }) => idKey(deviceId) === idKey(id));
  const { critical, ...row } = { ...(stored[at] ?? { deviceId: id, serialNumber, name: '' }), ...part };
  const changed: Circuit = critical === true ? { ...row, critical } : row;
  const circuits = at < 0 ? [...stored, changed] : stored.map((one, index) => (index === at ? changed : one));
  const index = circuits.indexOf(changed);
  return {
    circuits,
    problems: circuitProblems(circuits, known)
      .filter((problem) => problem.row === index && (problem.field === 'name' || problem.field === 'critical'))
      .map(({ rule, params }) => problemText(`problem.${rule}`, params)),
    moved: createPendingMoves(deployedCircuits(accountId), stored).open(circuits),
  };
}

/** What the editor knows of a device beyond what is deployed. */
export interface EditedCircuit {
  readonly name: string;
  readonly critical: boolean;
  readonly isDeployed: boolean;
}

/** Reads the directory of an account once for all of its devices. */
export function editedCircuits(accountId: string): (deviceId: string) => EditedCircuit {
  const byId = (rows: readonly Circuit[]) =>
    new Map(rows.map(({ deviceId, name, critical = false }) => [idKey(deviceId), { name, critical }]));
  const [edited, deployed] = [byId(circuitsOf(accountId)), byId(deployedCircuits(accountId))];
  const none = { name: '', critical: false };
  return (deviceId) => {
    const now = edited.get(idKey(deviceId)) ?? none;
    const was = deployed.get(idKey(deviceId)) ?? none;
    return { ...now, isDeployed: now.name === was.name && now.critical === was.critical };
  };
}
