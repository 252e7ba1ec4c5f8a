import type { IncomingMessage } from 'node:http';
import { hardwareTypes } from '../catalog';
import { errorReply, type ServiceReply } from './answer';
import type { Commissioning } from './commission-device';
import { ControlProblem } from './control-problem';
import type { Controls } from './controls';
import { type DeliveryFault, type DeliveryRoute, deliveryFaultProblems } from './deliveries';
import { type Fault, faultProblems } from './faults';
import type { NewOperatorEvent } from './grid-operator';
import { ServiceRefusal } from './handler';
import { problemsText } from './kind-problems';
import { parseJson } from './read-request';
import type { LoadProfile } from './state';
import { encode, type WireReply } from './wire-reply';

/** Where the stand-alone simulator is controlled: from this machine only, and not from a page in a browser. */
export const controlPath = '/_simulator';

type Fields = Readonly<Record<string, unknown>>;
type Action = (controls: Controls, body: Fields, parameter: string) => unknown;

function textOf(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new ControlProblem(400, `${name} must be a text`);
  return value;
}

function numberOf(body: Fields, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new ControlProblem(400, `${name} must be a number`);
  return value;
}

function oneOf<const V extends readonly string[]>(body: Fields, name: string, values: V): V[number] {
  const value = values.find((known) => known === body[name]);
  if (value === undefined) throw new ControlProblem(400, `${name} must be one of ${values.join(', ')}`);
  return value;
}

const loadKinds = [
  'mains',
  'refrigerator',
  'air-conditioner',
  'water-heater',
  'oven',
  'lighting',
  'outlets',
  'pool-pump',
  'dryer',
  'heat-pump',
  'server-rack',
  'solar-inverter',
  'spare',
  'ev',
] as const satisfies readonly LoadProfile['kind'][];

function commissioningOf(body: Fields): Commissioning {
  return {
    hardwareType: oneOf(body, 'hardwareType', hardwareTypes),
    ...(body.locationId === undefined ? {} : { locationId: textOf(body, 'locationId') }),
    ...(body.label === undefined ? {} : { label: textOf(body, 'label') }),
    ...(body.sku === undefined ? {} : { sku: textOf(body, 'sku') }),
    ...(body.serialNumber === undefined ? {} : { serialNumber: textOf(body, 'serialNumber') }),
    ...(body.poles === undefined ? {} : { poles: numberOf(body, 'poles') === 2 ? 2 : 1 }),
    ...(body.ratedA === undefined ? {} : { ratedA: numberOf(body, 'ratedA') }),
    ...(body.load === undefined ? {} : { load: oneOf(body, 'load', loadKinds) }),
  };
}

function operatorEventOf(body: Fields): NewOperatorEvent {
  const { devices } = body;
  if (devices !== undefined && !(Array.isArray(devices) && devices.every((id) => typeof id === 'string')))
    throw new ControlProblem(400, 'devices must be a list of device ids');
  return {
    ...(devices === undefined ? {} : { devices }),
    ...(body.description === undefined ? {} : { description: textOf(body, 'description') }),
    ...(body.startsIn === undefined ? {} : { startsIn: numberOf(body, 'startsIn') }),
    ...(body.lasts === undefined ? {} : { lasts: numberOf(body, 'lasts') }),
  };
}

function injectFault(controls: Controls, body: Fields): readonly Fault[] {
  const problem = problemsText(faultProblems(body));
  if (problem !== undefined) throw new ControlProblem(400, problem);
  // Checked field by field just now.
  controls.faults.inject(body as unknown as Fault);
  return controls.faults.active;
}

function injectDeliveryFault({ deliveries }: Controls, body: Fields): readonly DeliveryFault[] {
  const problem = problemsText(deliveryFaultProblems(body));
  if (problem !== undefined) throw new ControlProblem(400, problem);
  // Checked field by field just now.
  deliveries.faults.inject(body as unknown as DeliveryFault);
  return deliveries.faults.active;
}

function addDeliveryRoute({ deliveries }: Controls, body: Fields): readonly DeliveryRoute[] {
  try {
    deliveries.routes.add({ from: textOf(body, 'from'), to: textOf(body, 'to') });
  } catch (error) {
    throw error instanceof RangeError ? new ControlProblem(400, error.message) : error;
  }
  return deliveries.routes.active;
}

/** Method and path below {@link controlPath}; `*` is a parameter. An action without a result answers 204. */
const actions: Readonly<Record<string, Action>> = {
  'GET /devices': (controls) => controls.devices(),
  'POST /devices': (controls, body) => ({ id: controls.commissionDevice(commissioningOf(body)) }),
  'POST /devices/*/online': (controls, _body, id) => controls.setOnline(id, true),
  'POST /devices/*/offline': (controls, _body, id) => controls.setOnline(id, false),
  'POST /devices/*/trip': (controls, _body, id) => controls.tripBreaker(id),
  'POST /devices/*/main-handle': (controls, body, id) =>
    controls.moveMainHandle(id, oneOf(body, 'position', ['open', 'closed'])),
  'POST /devices/*/plug': (controls, body, id) => ({
    plugSessionId: controls.plugInCar(id, { neededWh: numberOf(body, 'neededWh'), carMaxA: numberOf(body, 'carMaxA') }),
  }),
  'POST /devices/*/unplug': (controls, _body, id) => controls.unplugCar(id),
  'POST /devices/*/load': (controls, body, id) =>
    controls.setLoad(id, {
      ...(body.kind === undefined ? {} : { kind: oneOf(body, 'kind', loadKinds) }),
      ...(body.ratedA === undefined ? {} : { ratedA: numberOf(body, 'ratedA') }),
    }),
  'POST /supply': (controls, body) => controls.setSupply(numberOf(body, 'percent')),
  'POST /users/verify': (controls, body) => controls.verifyUser(textOf(body, 'email')),
  'POST /invite-codes/*/accept': (controls, body, code) => controls.acceptInviteCode(code, textOf(body, 'email')),
  'GET /grid-operator': ({ gridOperator }) => gridOperator.look(),
  'POST /grid-operator/claim': ({ gridOperator }, body) => gridOperator.claim(textOf(body, 'code')),
  'POST /grid-operator/begin': ({ gridOperator }, body) => gridOperator.begin(operatorEventOf(body)),
  'POST /grid-operator/end': ({ gridOperator }, body) =>
    gridOperator.end(body.event === undefined ? undefined : textOf(body, 'event')),
  'GET /faults': (controls) => controls.faults.active,
  'POST /faults': injectFault,
  'DELETE /faults': (controls) => controls.faults.clear(),
  'GET /deliveries': ({ deliveries }) => ({ log: deliveries.log, dropped: deliveries.dropped }),
  'DELETE /deliveries': ({ deliveries }) => deliveries.clearLog(),
  'GET /deliveries/faults': ({ deliveries }) => deliveries.faults.active,
  'POST /deliveries/faults': injectDeliveryFault,
  'DELETE /deliveries/faults': ({ deliveries }) => deliveries.faults.clear(),
  'GET /deliveries/routes': ({ deliveries }) => deliveries.routes.active,
  'POST /deliveries/routes': addDeliveryRoute,
  'DELETE /deliveries/routes': ({ deliveries }) => deliveries.routes.clear(),
  'GET /requests': (controls) => controls.requests,
  'DELETE /requests': (controls) => controls.clearRequests(),
  'GET /events': (controls) => controls.events,
  'GET /clock': (controls) => clockView(controls),
  'POST /clock': (controls, body) => {
    controls.clock.setSpeed(numberOf(body, 'speed'));
    return clockView(controls);
  },
};

function clockView({ now, clock }: Controls) {
  return { now: new Date(now()).toISOString(), speed: clock.speed() };
}

function find(method: string, path: string): { action: Action; parameter: string } | undefined {
  for (const [pattern, action] of Object.entries(actions)) {
    const [, head = '', tail] = /^([^*]*)\*?(.*)$/.exec(pattern) ?? [];
    const given = `${method} ${path}`;
    if (!pattern.includes('*')) {
      if (given === pattern) return { action, parameter: '' };
      continue;
    }
    const parameter = given.slice(head.length, given.length - (tail ?? '').length);
    if (given === `${head}${parameter}${tail}` && /^[\w-]+$/.test(parameter)) return { action, parameter };
  }
  return undefined;
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

// A page in a browser could reach the loopback interface: it sends Origin, or a Host of its own.
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const remote = socket.remoteAddress ?? '';
  return (
    (remote === '::1' || /^(::ffff:)?127\./.test(remote)) &&
    loopbackHost.test(headers.host ?? '') &&
    headers.origin === undefined
  );
}

function bodyOf(bytes: Buffer): Fields {
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ControlProblem(400, 'The body must be an object');
  return value as Fields;
}

/** What a control route does, without HTTP. Throws a {@link ControlProblem} for what it cannot do. */
export function performControl(controls: Controls, method: string, path: string, fields: Fields): unknown {
  const found = find(method, path);
  if (found === undefined) throw new ControlProblem(404, 'There is no such control');
  return found.action(controls, fields, found.parameter);
}

/** The controls over HTTP. */
export function createControlRoutes(controls: Controls): (request: IncomingMessage, body: Buffer) => WireReply {
  function reply(request: IncomingMessage, path: string, bytes: Buffer): ServiceReply {
    if (!isLocal(request)) throw new ServiceRefusal(403, 'The controls are for this machine only');
    const data = performControl(controls, request.method ?? 'GET', path, bodyOf(bytes));
    return data === undefined ? { status: 204, headers: {} } : { status: 200, headers: {}, body: { data } };
  }

  return (request, body) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '';
    try {
      return encode(reply(request, path.slice(controlPath.length), body));
    } catch (error) {
      if (error instanceof ServiceRefusal) return encode(errorReply(error));
      if (error instanceof ControlProblem) return encode(errorReply(new ServiceRefusal(error.status, error.message)));
      throw error;
    }
  };
}
