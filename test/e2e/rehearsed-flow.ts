import { fields as controlFields } from '../../nodes/breaker-control/breaker-control.fields';
import { fields as managerFields } from '../../nodes/load-manager/load-manager.fields';
import { fields as readFields } from '../../nodes/meter-read/meter-read.fields';
import { storedNode } from './stored-node';

const flow = 'c000000000000071';
const other = 'c000000000000072';
const accountId = 'a000000000000071';
const subflow = 'c000000000000073';
/** The node that opens the lights, within a subflow. */
export const inSubflow = 'b000000000000072';
/** The node that closes the pump. */
export const closes = 'b000000000000071';
const pump = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const fridge = '62325dfc-1fc6-4525-9519-674da6e2c4aa';
const lights = '3d5f0fd8-3860-4f1f-bc5b-2a7cf3cfaa32';
const rack = 'b8eb241b-0bdd-4d69-9702-a36e01ee711f';

const inject = (id: string, name: string, y: number, to: string, times: object) => ({
  ...{ id, type: 'inject', z: flow, x: 120, y, name, props: [{ p: 'payload' }], payload: '', payloadType: 'date' },
  ...{ repeat: '', crontab: '', once: true, onceDelay: 0.1, topic: '', wires: [[to]], ...times },
});
const control = (id: string, name: string, action: 'open' | 'close', x: number, y: number) =>
  storedNode(
    controlFields,
    { id, type: 'breaker-control', z: flow, x, y },
    { name, account: accountId, action, target: 'devices', devices: [pump] },
  );

/** The manager operates nothing: what is told of its limit is all that it is for. */
const manager = (id: string, x: number, y: number) =>
  storedNode(
    managerFields,
    { id, type: 'load-manager', z: flow, x, y },
    {
      ...{ name: 'pump limit', account: accountId, quantity: 'power', limit: 5, zone: 'UTC', dryRun: true },
      ...{ of: 'meter', meter: [rack], loads: [{ deviceId: pump, kind: 'breaker', leg: 'AB' }], wires: [[], []] },
    },
  );

/** It closes the pump at a time of day, whether the meter can be read or not. */
export const flows = [
  { id: flow, type: 'tab', label: 'Pool' },
  { id: other, type: 'tab', label: 'Garden' },
  { id: accountId, type: 'breaker-account', name: 'House', mode: 'simulator', seed: 1, startMute: 0 },
  inject('b1', 'each minute', 60, 'b2', { repeat: '60' }),
  storedNode(
    readFields,
    { id: 'b2', type: 'meter-read', z: flow, x: 340, y: 60 },
    { name: 'fridge', account: accountId, target: 'devices', devices: [fridge] },
  ),
  inject('b3', 'pump off', 120, 'b4', { onceDelay: 300 }),
  control('b4', 'open the pump', 'open', 340, 120),
  inject('b5', 'pump on', 180, closes, { onceDelay: 1020 }),
  // Far outside what the editor shows at first.
  control(closes, 'close the pump', 'close', 3_000, 2_400),
  {
    ...inject('b7', 'less for the pump', 300, 'b8', { onceDelay: 1800 }),
    payload: '{"limit":1.5}',
    payloadType: 'json',
  },
  manager('b8', 340, 300),
  inject('b9', 'lights off', 360, 'b10', { onceDelay: 1200 }),
  { id: 'b10', type: `subflow:${subflow}`, z: flow, x: 340, y: 360, name: 'all lights', env: [], wires: [] },
  {
    ...{ id: subflow, type: 'subflow', name: 'Lights', info: '', category: '', env: [], color: '#DDAA99', out: [] },
    in: [{ x: 60, y: 80, wires: [{ id: inSubflow }] }],
  },
  storedNode(
    controlFields,
    { id: inSubflow, type: 'breaker-control', z: subflow, x: 260, y: 80 },
    {
      ...{ name: 'open the lights', account: accountId, action: 'open', target: 'devices', devices: [lights] },
      wires: [['b11']],
    },
  ),
  {
    id: 'b11',
    type: 'http request',
    z: subflow,
    x: 480,
    y: 80,
    name: 'tell the app',
    method: 'GET',
    url: 'http://x',
    wires: [[]],
  },
  {
    id: 'b6',
    type: 'http in',
    z: flow,
    x: 120,
    y: 240,
    name: 'from the garden',
    url: '/x',
    method: 'get',
    wires: [[]],
  },
];
