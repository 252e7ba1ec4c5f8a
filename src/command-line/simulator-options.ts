import { defined } from '../object';
import { checkVariants, type DeliveryRoute, isOrigin, VariantError, variantNames, variants } from '../simulator';
import { type Option, table, UsageError, type Values } from './subcommand';

/** What the stand-alone simulator is started with. */
export interface SimulatorStart {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly speed: number;
  readonly state?: string;
  readonly deliverTo: readonly DeliveryRoute[];
  readonly acceptSelfSigned: boolean;
  readonly secondHouse: boolean;
  readonly variants: readonly string[];
}

export const simulatorOptions = {
  port: { value: 'N', about: 'port to listen on (default: any free port)' },
  host: {
    value: 'HOST',
    about:
      'address to listen on (default: 127.0.0.1); where others reach it, its secrets are random instead of following from the seed',
  },
  seed: { value: 'S', about: 'integer that decides the site and its loads (default: 1)' },
  speed: { value: 'X', about: 'how many times as fast as real time, above 0 up to 100000 (default: 1)' },
  state: { value: 'FILE', about: 'keep the state in FILE, and restore it from there' },
  'deliver-to': {
    value: 'FROM=TO',
    multiple: true,
    about:
      'take what is sent to the origin FROM to the origin TO instead, as in https://demo.example=http://127.0.0.1:1880; path, Host and signature stay those of FROM. Can be given more than once.',
  },
  'accept-self-signed': { about: 'accept any certificate of a receiver on this machine' },
  'second-house': {
    about: 'add a second organization with a house and devices of its own; its credentials are printed as secondHouse',
  },
  variant: {
    value: 'NAMES',
    multiple: true,
    about: 'differ as NAMES say, a list with commas; can be given more than once',
  },
} as const satisfies Readonly<Record<string, Option>>;

export const simulatorNotes = `Registered webhooks and streams are called wherever they are.

Variants, in which a service may differ where the specification is silent:
${table(variantNames.map((name) => [name, variants[name].about]))}`;

/** Reads what the options say. Throws a {@link UsageError}. */
export function startOf(values: Values<typeof simulatorOptions>): SimulatorStart {
  return {
    port: numberFrom(values, 'port', 0, (value) => Number.isInteger(value) && value <= 65_535),
    host: values.host ?? '127.0.0.1',
    seed: numberFrom(values, 'seed', 1, (value) => Number.isInteger(value) && value <= 4_294_967_295),
    speed: numberFrom(values, 'speed', 1, (value) => value > 0 && value <= 100_000),
    ...defined({ state: values.state }),
    deliverTo: (values['deliver-to'] ?? []).map(routeFrom),
    acceptSelfSigned: values['accept-self-signed'] ?? false,
    secondHouse: values['second-house'] ?? false,
    variants: variantsFrom(values.variant ?? []),
  };
}

function numberFrom(
  values: Values<typeof simulatorOptions>,
  name: 'port' | 'seed' | 'speed',
  preset: number,
  fits: (value: number) => boolean,
): number {
  const text = values[name];
  if (text === undefined) return preset;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!fits(value)) throw new UsageError(`--${name} cannot be ${text}`);
  return value;
}

function variantsFrom(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => text.split(','));
  try {
    checkVariants(names);
    return names;
  } catch (error) {
    throw error instanceof VariantError ? new UsageError(`--variant ${error.message}`) : error;
  }
}

function routeFrom(text: string): DeliveryRoute {
  const [from = '', to = '', ...rest] = text.split('=');
  if (rest.length > 0 || !isOrigin(from) || !isOrigin(to)) throw new UsageError(`--deliver-to cannot be ${text}`);
  return { from, to };
}
