export const accountId = 'a000000000000001';
export const controlId = 'b000000000000001';
export const meterId = 'b000000000000002';

/** Of the simulated site. */
export const outletsId = '546201ca-8103-46be-b8d2-8b1a531c42ea';

export const tabId = 'c000000000000001';

interface FlowOptions {
  readonly account?: Readonly<Record<string, unknown>>;
  readonly devices?: readonly string[];
}

/** A flow with an account, the built-in simulator unless told otherwise, a breaker-control and a meter-read. */
export function flowWithAccount({ account = {}, devices = [outletsId] }: FlowOptions = {}): readonly object[] {
  return [
    { id: tabId, type: 'tab', label: 'Panel' },
    { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', ...account },
    { id: controlId, type: 'breaker-control', z: tabId, account: accountId, devices, x: 200, y: 120, wires: [[]] },
    { id: meterId, type: 'meter-read', z: tabId, account: accountId, devices, x: 200, y: 200, wires: [[]] },
  ];
}
