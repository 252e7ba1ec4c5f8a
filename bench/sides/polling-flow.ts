const tab = '00000000000000c0';
const account = '00000000000000c1';
const id = (index: number) => `00000000000c${String(index).padStart(4, '0')}`;
const deviceId = (index: number) => `62325dfc-1fc6-4525-9519-${String(index).padStart(12, '0')}`;

export const serviceCredentials = { [account]: { apiKey: 'key', orgClientId: 'client', orgSecret1: 'secret' } };

/**
 * So many meter nodes that read every second: five or fewer share the devices out between them, more read all of them, as in
 * flows that many people add to.
 */
export function pollingFlow(baseUrl: string, nodes: number, devices: number): object[] {
  const all = Array.from({ length: devices }, (_, index) => deviceId(index));
  return [
    { id: tab, type: 'tab', label: 'readers', disabled: false, info: '' },
    { id: account, type: 'breaker-account', name: '', mode: 'service', baseUrl },
    ...Array.from({ length: nodes }, (_, index) => ({
      id: id(index),
      type: 'meter-read',
      z: tab,
      name: '',
      account,
      target: 'devices',
      devices: nodes > devices ? all : [deviceId(index)],
      action: 'reading',
      poll: 1,
      x: 200,
      y: 40 + 40 * index,
      wires: [[]],
    })),
  ];
}
