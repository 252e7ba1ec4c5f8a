import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import { notFound } from '../find';
import { type HandlersOf, ServiceRefusal } from '../handler';
import { requireOnline } from '../operate-handle';
import type { ServiceState } from '../service-state';
import { meets } from './criteria';
import { fieldRefusal } from './field-refusal';

type CentralSystem = ServiceState['ocppCentralSystems'][number];
type ChargePoint = ServiceState['ocppChargePoints'][number];

function findCentralSystem({ ocppCentralSystems }: ServiceState, centralSystemId: string): CentralSystem | undefined {
  return ocppCentralSystems.find(({ id }) => id === centralSystemId);
}

// The password is write-only.
function view({ password, ...chargePoint }: ChargePoint): AnswerOf<'ocppChargePoints.get'> {
  return chargePoint;
}

/** The top-level name `invalid` never resolves (RFC 6761): a central system there cannot be reached. */
function isReachable(url: string): boolean {
  return URL.canParse(url) && !/(^|\.)invalid$/.test(new URL(url).hostname);
}

/** spec 4.9 */
export const ocppCentralSystems: HandlersOf<'ocppCentralSystems'> = {
  'ocppCentralSystems.create': ({ body }, { state, newId }) => {
    const centralSystem = { id: newId(), websocketBaseUrl: body.websocketBaseUrl };
    state.ocppCentralSystems.push(centralSystem);
    return centralSystem;
  },

  'ocppCentralSystems.list': (_, { state }) => [...state.ocppCentralSystems],

  'ocppCentralSystems.get': ({ path }, { state }) => {
    const centralSystem = findCentralSystem(state, path.ocppCentralSystemId);
    if (centralSystem === undefined) throw notFound('OCPP central system');
    return centralSystem;
  },

  'ocppCentralSystems.delete': ({ path }, { state }) => {
    const centralSystem = findCentralSystem(state, path.ocppCentralSystemId);
    if (centralSystem === undefined) throw notFound('OCPP central system');
    if (state.ocppChargePoints.some(({ ocppCentralSystemId }) => ocppCentralSystemId === centralSystem.id))
      throw new ServiceRefusal(400, 'Charge points are registered to the central system');
    state.ocppCentralSystems = state.ocppCentralSystems.filter((known) => known !== centralSystem);
    return undefined;
  },
};

/** spec 4.9 */
export const ocppChargePoints: HandlersOf<'ocppChargePoints'> = {
  'ocppChargePoints.create': ({ body }, { state, clock, newId, emit }) => {
    const centralSystem = findCentralSystem(state, body.ocppCentralSystemId);
    if (centralSystem === undefined) throw fieldRefusal('ocppCentralSystemId', 'is not a central system');
    const device = state.devices.find(({ id }) => id === body.deviceId);
    if (device?.evse === undefined) throw fieldRefusal('deviceId', 'is not an EV charger of the application');
    if (device.evse.ocppChargePointId !== undefined) throw fieldRefusal('deviceId', 'is already a charge point');
    requireOnline(device);
    const chargePointIdentifier = body.chargePointIdentifier ?? device.serialNumber;
    const ocppCentralSystemUrl = `${centralSystem.websocketBaseUrl.replace(/\/$/, '')}/${encodeURIComponent(chargePointIdentifier)}`;
    if (!isReachable(ocppCentralSystemUrl)) throw new ServiceRefusal(400, 'The central system cannot be reached');
    const chargePoint: ChargePoint = {
      id: newId(),
      ocppCentralSystemId: centralSystem.id,
      deviceId: device.id,
      chargePointIdentifier,
      ocppCentralSystemUrl,
      ...defined({ password: body.password }),
    };
    state.ocppChargePoints.push(chargePoint);
    device.evse.ocppChargePointId = chargePoint.id;
    device.evse.changedAt = clock.now();
    emit({ type: 'evse-changed', deviceId: device.id });
    return view(chargePoint);
  },

  'ocppChargePoints.list': ({ filter }, { state }) =>
    state.ocppChargePoints
      .filter(({ ocppCentralSystemId, deviceId }) => meets(filter, { ocppCentralSystemId, deviceId }))
      .map(view),

  'ocppChargePoints.get': ({ path }, { state }) => {
    const chargePoint = state.ocppChargePoints.find(({ id }) => id === path.ocppChargePointId);
    if (chargePoint === undefined) throw notFound('OCPP charge point');
    return view(chargePoint);
  },

  'ocppChargePoints.delete': ({ path }, { state, clock, emit }) => {
    const chargePoint = state.ocppChargePoints.find(({ id }) => id === path.ocppChargePointId);
    if (chargePoint === undefined) throw notFound('OCPP charge point');
    state.ocppChargePoints = state.ocppChargePoints.filter((known) => known !== chargePoint);
    const evse = state.devices.find(({ id }) => id === chargePoint.deviceId)?.evse;
    if (evse !== undefined) {
      delete evse.ocppChargePointId;
      evse.changedAt = clock.now();
      emit({ type: 'evse-changed', deviceId: String(chargePoint.deviceId) });
    }
    return undefined;
  },
};
