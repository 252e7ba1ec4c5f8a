import { readFileSync } from 'node:fs';
import type { FieldTable } from '../../src/fields';
import { accountId, outletsId } from './flow-with-account';
import { root } from './lanes';
import { storedDefaults } from './stored-node';

const flow = 'c000000000000061';
const panel = '492ab00b-be71-4b09-8c80-c473346ab211';
const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const pump = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const charger = 'd9301910-b58f-4501-9c2e-d9007c9efe28';
const night = { days: ['monday', 'saturday'], from: '2200', to: '0600' };

/** What is set of a node, so that its dialog has rows to show; one that is not named has its defaults. */
const settings: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'breaker-directory': [
    {
      circuits: [
        { deviceId: outletsId, serialNumber: '30000000001', name: 'Outlets' },
        { deviceId: 'gone-device', serialNumber: '', name: 'Old pump' },
      ],
    },
  ],
  // Each dialog asks for the site anew.
  'breaker-account': [{ callsPerMinute: 10_000 }],
  'breaker-control': [{ devices: [heater, pump] }],
  'meter-read': [{ devices: [heater, pump] }],
  'evse-config': [
    {
      devices: [charger],
      setWindows: true,
      windows: JSON.stringify([{ start: { day: 'monday', time: '2200' }, stop: { day: 'tuesday', time: '0600' } }]),
    },
  ],
  'circuit-watch': [{ devices: [heater], preset: 'own', quiet: [night] }],
  'load-manager': [
    {
      location: panel,
      limit: '12',
      limitType: 'num',
      loads: [
        { deviceId: heater, kind: 'breaker' },
        { deviceId: charger, kind: 'charger' },
      ],
      groups: [{ name: 'Garage', limit: 5, of: 'meter', loads: [charger] }],
      levels: [{ level: 'high', limit: 5, open: [heater] }],
      otherTimes: [{ ...night, limit: 8 }],
    },
  ],
  'cloud-call': [{}, { operation: 'plugSessions.list' }, { operation: 'evse.updateConfiguration' }],
};

export interface DialogNode {
  readonly id: string;
  readonly type: string;
  readonly isConfig: boolean;
}

const { 'node-red': palette } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly 'node-red': { readonly nodes: Readonly<Record<string, string>> };
};

const made = Object.keys(palette.nodes).flatMap((type, index) =>
  (settings[type] ?? [{}]).map((set, variant) => {
    const { fields, palette: look } = require(`${root}/dist/nodes/${type}/${type}.fields.js`) as {
      readonly fields: FieldTable;
      readonly palette: { readonly category: string };
    };
    const isConfig = look.category === 'config';
    const id = type === 'breaker-account' ? accountId : `d0000000000${100 + index}${variant + 10}`;
    const placed = isConfig ? { id, type } : { id, type, z: flow, x: 300, y: 60 + 60 * index, wires: [[]] };
    const account = 'account' in fields ? { account: accountId } : {};
    return { node: { id, type, isConfig }, stored: { ...storedDefaults(fields), ...placed, ...account, ...set } };
  }),
);

/** One node of each type, of some several. */
export const dialogNodes: readonly DialogNode[] = made.map(({ node }) => node);

/** The flow that they are in. */
export const dialogFlows: readonly object[] = [
  { id: flow, type: 'tab', label: 'Dialogs' },
  ...made.map(({ stored }) => stored),
];
