import { fields as watchFields } from '../../nodes/circuit-watch/circuit-watch.fields';
import { fields as managerFields } from '../../nodes/load-manager/load-manager.fields';
import type { StandAloneSimulator } from './stand-alone-simulator';
import { storedNode } from './stored-node';

/** Of the simulated site. */
export const site = {
  watched: '62325dfc-1fc6-4525-9519-674da6e2c4aa',
  /** Carries what the manager limits. */
  feeder: 'b37ae13e-618c-42a9-af59-5ca5d1af15ec',
  managed: 'ce356d2f-943e-45af-911a-1ffc9eb9b411',
  switched: '546201ca-8103-46be-b8d2-8b1a531c42ea',
  locked: 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894',
} as const;

/** The name that only the circuit directory knows. */
export const switchedName = 'Workshop';

const tab = 'c000000000000071';
const account = 'a000000000000071';
const answer = 'd000000000000071';
const zone = 'America/New_York';

/** A door of the flow, and the breaker-control behind it, which answers. */
function door(index: number, url: string, settings: Readonly<Record<string, unknown>>): readonly object[] {
  const node = `b00000000000008${index}`;
  return [
    {
      id: `d00000000000008${index}`,
      type: 'http in',
      z: tab,
      url,
      method: 'get',
      wires: [[node]],
      x: 100,
      y: 60 * index,
    },
    { id: node, type: 'breaker-control', z: tab, account, wires: [[answer]], x: 300, y: 60 * index, ...settings },
  ];
}

const debug = (id: string, name: string, complete: string) => ({
  ...{ id, type: 'debug', z: tab, name, active: true, tosidebar: false, console: true, tostatus: false },
  ...{ complete, targetType: 'msg', wires: [], x: 600, y: 500 },
});

/** A site that has something to remember: names, a lock, a load that is held open, an incident, and who opened what. */
export function movedSite({ baseUrl, apiKey, application, organization }: StandAloneSimulator): readonly object[] {
  return [
    { id: tab, type: 'tab', label: 'Site' },
    {
      ...{ id: account, type: 'breaker-account', name: 'Home', mode: 'service', baseUrl, armed: true },
      credentials: {
        ...{ apiKey, appClientId: application.clientId, appSecret1: application.clientSecret },
        ...{ orgClientId: organization.clientId, orgSecret1: organization.clientSecret },
      },
    },
    {
      ...{ id: 'a000000000000072', type: 'breaker-directory', account },
      circuits: [{ deviceId: site.switched, serialNumber: '30612838860', name: switchedName }],
    },
    storedNode(
      watchFields,
      { id: 'b000000000000071', type: 'circuit-watch', z: tab, x: 300, y: 420 },
      {
        ...{ account, devices: [site.watched], preset: 'own', measure: 'amperes', condition: 'above', value: 3 },
        ...{ for: 0, every: 10, zone, wires: [['d000000000000072']] },
      },
    ),
    storedNode(
      managerFields,
      { id: 'b000000000000072', type: 'load-manager', z: tab, x: 300, y: 480 },
      {
        ...{ account, quantity: 'power', limit: '0.2', limitType: 'num', of: 'meter', meter: [site.feeder], zone },
        ...{ loads: [{ deviceId: site.managed, kind: 'breaker' }], after: 5, readEvery: 5 },
        wires: [['d000000000000073'], ['d000000000000076']],
      },
    ),
    debug('d000000000000072', 'incident', 'payload'),
    debug('d000000000000073', 'held', 'payload'),
    {
      ...{ id: 'd000000000000076', type: 'change', z: tab, wires: [['d000000000000077']], x: 500, y: 540 },
      rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string(payload)', tot: 'jsonata' }],
    },
    debug('d000000000000077', 'state', 'payload'),
    ...door(1, '/open', { target: 'value', device: switchedName, deviceType: 'str', action: 'open' }),
    ...door(2, '/close', { target: 'value', device: switchedName, deviceType: 'str', action: 'close' }),
    ...door(3, '/lock', { devices: [site.locked], action: 'lock', reason: 'work on it' }),
    ...door(4, '/close-locked', { devices: [site.locked], action: 'close' }),
    { id: 'd000000000000074', type: 'catch', z: tab, scope: null, wires: [['d000000000000075']], x: 100, y: 420 },
    {
      ...{ id: 'd000000000000075', type: 'change', z: tab, wires: [[answer]], x: 200, y: 420 },
      rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' }],
    },
    { id: answer, type: 'http response', z: tab, wires: [], x: 600, y: 100 },
  ];
}
