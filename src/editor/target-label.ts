/** The label with the devices that the node works on, such as `Open: Water heater +2`; as it is where none is named. */
export function withTarget(
  label: string,
  node: Readonly<Record<string, unknown>>,
  nameOf: (accountId: unknown, deviceId: string) => string | undefined,
): string {
  if (node.target === 'value' && node.deviceType === 'str' && node.device !== '') return `${label}: ${node.device}`;
  if ((node.target ?? 'devices') !== 'devices' || !Array.isArray(node.devices)) return label;
  const [first, ...others] = node.devices.map(String);
  const name = first === undefined ? undefined : nameOf(node.account, first);
  if (name === undefined) return label;
  return `${label}: ${name}${others.length === 0 ? '' : ` +${others.length}`}`;
}
