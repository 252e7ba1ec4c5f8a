import { isIdentifier } from '../../catalog';
import { ClientError } from '../../client';
import { type CircuitDirectory, idKey } from '../../directory';
import { hasReference } from '../../fields';
import { type Problem, problem } from '../../schema';
import type { Account } from './account';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Resolving {
  /** The names as they were when the message arrived. */
  readonly circuits: CircuitDirectory;
  readonly signal: AbortSignal;
  /** The field that a problem names, by the position of its text. */
  readonly fieldOf: (index: number) => string;
}

/**
 * The ids of the devices that a message names by id, serial number or given name, in the same order. A text that fits two
 * devices is refused with both; one that can be neither is refused too. A well-formed id that is not known here is left to
 * the service.
 */
export async function resolveDevices(
  account: Pick<Account, 'known'>,
  texts: readonly unknown[],
  { circuits, signal, fieldOf }: Resolving,
): Promise<string[]> {
  // Names before anything is awaited; only the serial number of a device without a row can need the service.
  const found = texts.map((text) => (typeof text === 'string' ? candidates(account, circuits, text) : undefined));
  const refused = texts.flatMap((text, index) => {
    const why = whyRefused(text, found[index] ?? []);
    return why === undefined ? [] : [{ field: fieldOf(index), ...why }];
  });
  if (texts.length === 0) refused.push(problem(fieldOf(0), 'noDeviceNamed', 'names no device'));
  if (refused.length > 0)
    throw new ClientError('INVALID_ID', 'no valid device is named', { validations: refused, retryable: false });
  return Promise.all(texts.map((text, index) => found[index]?.[0] ?? unlistedDevice(account, String(text), signal)));
}

interface Excepting {
  readonly circuits: CircuitDirectory;
  readonly signal: AbortSignal;
  /** The devices from which the exceptions are taken. */
  readonly among: readonly string[];
}

/**
 * The ids of the devices that a person excepts from a command, by id, serial number or given name. One that is not
 * understood would be operated, so everything but a device is refused: a UUID that is no device here spares none, and every
 * other text must be found.
 */
export async function resolveExceptions(
  account: Pick<Account, 'known'>,
  texts: readonly unknown[],
  { circuits, signal, among }: Excepting,
): Promise<string[]> {
  const targets = new Map(among.map((id) => [idKey(id), id]));
  const ids = await resolveDevices(account, texts, {
    circuits,
    signal,
    fieldOf: (index) => `except[${index}]`,
  });
  // What `resolveDevices` leaves to the service is returned as it came: here the service is never asked about it.
  const unknown = ids.flatMap((id, index) =>
    id !== texts[index] || uuid.test(id) || targets.has(idKey(id)) || candidates(account, circuits, id).length > 0
      ? []
      : [{ field: `except[${index}]`, ...unknownDevice(id) }],
  );
  if (unknown.length > 0)
    throw new ClientError('INVALID_ID', 'an exception names no device', { validations: unknown, retryable: false });
  return ids;
}

/** The devices that a text fits, by what is known now. */
function candidates({ known }: Pick<Account, 'known'>, circuits: CircuitDirectory, text: string): string[] {
  const resolved = circuits.resolve(text);
  const named = resolved === undefined ? [] : resolved.by === 'several' ? resolved.deviceIds : [resolved.deviceId];
  const listed = [known.of(text), known.withSerialNumber(text)].flatMap((device) => device?.id ?? []);
  // An id is a device's own, listed or not. The service's spelling of it goes before that of a row or a message.
  const fits = [...(uuid.test(text) ? [text] : []), ...named, ...listed];
  return [...new Map(fits.map((id) => [idKey(id), id])).values()];
}

type Why = Omit<Problem, 'field'>;

function whyRefused(text: unknown, fits: readonly string[]): Why | undefined {
  if (typeof text !== 'string' || text.trim() === '') return { rule: 'noDeviceNamed', message: 'is not a device id' };
  if (fits.length > 1) {
    const values = fits.map((id) => `"${id}"`).join(', ');
    return { rule: 'severalDevices', message: `"${text}" fits several devices: ${values}`, params: { text, values } };
  }
  if (hasReference(text)) {
    const message = `"${text}" is a circuit of the simulated site: name a device of the account`;
    return { rule: 'simulatedCircuit', message, params: { text } };
  }
  return fits.length === 1 || isIdentifier(text) ? undefined : unknownDevice(text);
}

function unknownDevice(text: string): Why {
  const message = `"${text}" is no known name, serial number or id of a device`;
  return { rule: 'unknownDevice', message, params: { text } };
}

/** The device of a serial number that no list holds yet; any other text is an id, which the service judges. */
async function unlistedDevice({ known }: Pick<Account, 'known'>, text: string, signal: AbortSignal): Promise<string> {
  try {
    return (await known.find(text, signal))?.id ?? text;
  } catch (error) {
    if (!(error instanceof ClientError) || signal.aborted) throw error;
    return text;
  }
}
