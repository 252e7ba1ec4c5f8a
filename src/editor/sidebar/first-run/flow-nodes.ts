interface FlowTarget {
  readonly accountId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  /** The flow that it is added to, and where its first node stands. */
  readonly flow: string;
  readonly x: number;
  readonly y: number;
}

interface FlowParts {
  readonly newId: () => string;
  /** The default settings of a node type. */
  readonly defaultsOf: (type: string) => Readonly<Record<string, unknown>>;
}

/** A node as a flow file has it. */
export type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** Wide enough for the name of a load between button and debug node. */
const columnPx = 300;
const rowPx = 60;

/** A button, the reading of one breaker's position, and where its answer shows. It commands nothing. */
export function readingFlow(target: FlowTarget, parts: FlowParts, buttonName: string): FlowNode[] {
  return flow(target, parts, [{ name: buttonName }], { action: 'readPosition' });
}

/** A button for each command, with the command as its payload. */
export function operatingFlow(
  target: FlowTarget,
  parts: FlowParts,
  names: { readonly open: string; readonly close: string },
): FlowNode[] {
  const button = (payload: 'open' | 'close') => ({ name: names[payload], payload, payloadType: 'str' });
  return flow(target, parts, [button('open'), button('close')], { action: 'value' });
}

function flow(
  { accountId, deviceId, deviceName, flow: z, x, y }: FlowTarget,
  { newId, defaultsOf }: FlowParts,
  buttons: readonly object[],
  control: { readonly action: string },
): FlowNode[] {
  const [controlId, debugId] = [newId(), newId()];
  const node = (type: string, id: string, column: number, row: number, settings: object): FlowNode => ({
    ...defaultsOf(type),
    ...settings,
    id,
    type,
    z,
    x: x + column * columnPx,
    y: y + row * rowPx,
  });
  return [
    ...buttons.map((button, row) => node('inject', newId(), 0, row, { ...button, wires: [[controlId]] })),
    node('breaker-control', controlId, 1, 0, {
      ...control,
      account: accountId,
      target: 'devices',
      devices: [deviceId],
      name: deviceName,
      wires: [[debugId]],
    }),
    node('debug', debugId, 2, 0, { wires: [] }),
  ];
}
