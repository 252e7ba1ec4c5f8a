import { isObject } from './json-content';

/** What a list of events of Azure Event Grid holds for a receiver. */
export interface EventGridEvents {
  /** What devices sent to the hub, in order: JSON as the hub has it, or the bytes that it has in base64. */
  readonly bodies: readonly { readonly index: number; readonly body: unknown }[];
  /** Event Grid asks for this code back once, before it sends events to an address. */
  readonly validationCode?: string;
}

const validationType = 'Microsoft.EventGrid.SubscriptionValidationEvent';
const telemetryType = 'Microsoft.Devices.DeviceTelemetry';

/**
 * Unwraps events of Azure Event Grid, of an IoT hub's telemetry: one, or a list of them; events of other types are left out.
 * Undefined where something is no event.
 */
export function readEventGrid(payload: unknown): EventGridEvents | undefined {
  const events = Array.isArray(payload) ? payload : [payload];
  const bodies: { index: number; body: unknown }[] = [];
  let validationCode: string | undefined;
  for (const [index, event] of events.entries()) {
    if (!isObject(event) || typeof event.eventType !== 'string') return undefined;
    const data = isObject(event.data) ? event.data : {};
    if (event.eventType === validationType && typeof data.validationCode === 'string')
      validationCode = data.validationCode;
    if (event.eventType === telemetryType) bodies.push({ index, body: decoded(data.body) });
  }
  return { bodies, ...(validationCode === undefined ? {} : { validationCode }) };
}

function decoded(body: unknown): unknown {
  return typeof body === 'string' ? Buffer.from(body, 'base64') : body;
}
