import { parseArgs } from 'node:util';
import { defined } from '../object';
import { type DeliveryRoute, isOrigin } from './deliveries';
import { createVariation, VariantError, variantNames, variants } from './variants';

/** What the stand-alone simulator is started with. */
export interface CliArguments {
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

const longestName = Math.max(...variantNames.map(({ length }) => length));

export const usage = `Usage: breakerflow-simulator [options]

  --port N      port to listen on (default: any free port)
  --host HOST   address to listen on (default: 127.0.0.1); where others reach it, its
                secrets are random instead of following from the seed
  --seed S      integer that decides the site and its loads (default: 1)
  --speed X     how many times as fast as real time, above 0 up to 100000 (default: 1)
  --state FILE  keep the state in FILE, and restore it from there
  --deliver-to FROM=TO
                take what is sent to the origin FROM to the origin TO instead, as in
                https://demo.example=http://127.0.0.1:1880; path, Host and signature
                stay those of FROM. Can be given more than once.
  --accept-self-signed
                accept any certificate of a receiver on this machine
  --second-house
                add a second organization with a house and devices of its own; its
                credentials are printed as secondHouse
  --variant NAMES
                differ as NAMES say, a list with commas; can be given more than once
  --help        show this text

Registered webhooks and streams are called wherever they are.

Variants, in which a service may differ where the specification is silent:
${variantNames.map((name) => `  ${name.padEnd(longestName)}  ${variants[name].about}`).join('\n')}
`;

/** An argument that cannot be used. */
export class ArgumentError extends Error {}

function numberFrom(text: string | undefined, name: string, preset: number, fits: (value: number) => boolean): number {
  if (text === undefined) return preset;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!fits(value)) throw new ArgumentError(`--${name} cannot be ${text}`);
  return value;
}

/** Reads the arguments of the command line; undefined when help is asked for. Throws an {@link ArgumentError}. */
export function parseCliArguments(args: readonly string[]): CliArguments | undefined {
  const values = optionsOf(args);
  if (values.help) return undefined;
  for (const name of ['host', 'state'] as const)
    if (values[name] === '') throw new ArgumentError(`--${name} must not be empty`);
  return {
    port: numberFrom(values.port, 'port', 0, (value) => Number.isInteger(value) && value <= 65_535),
    host: values.host ?? '127.0.0.1',
    seed: numberFrom(values.seed, 'seed', 1, (value) => Number.isInteger(value) && value <= 4_294_967_295),
    speed: numberFrom(values.speed, 'speed', 1, (value) => value > 0 && value <= 100_000),
    ...defined({ state: values.state }),
    deliverTo: (values['deliver-to'] ?? []).map(routeFrom),
    acceptSelfSigned: values['accept-self-signed'] ?? false,
    secondHouse: values['second-house'] ?? false,
    variants: variantsFrom(values.variant ?? []),
  };
}

function variantsFrom(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => text.split(','));
  try {
    createVariation(names);
    return names;
  } catch (error) {
    throw error instanceof VariantError ? new ArgumentError(`--variant ${error.message}`) : error;
  }
}

function routeFrom(text: string): DeliveryRoute {
  const [from = '', to = '', ...rest] = text.split('=');
  if (rest.length > 0 || !isOrigin(from) || !isOrigin(to)) throw new ArgumentError(`--deliver-to cannot be ${text}`);
  return { from, to };
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        seed: { type: 'string' },
        speed: { type: 'string' },
        state: { type: 'string' },
        'deliver-to': { type: 'string', multiple: true },
        'accept-self-signed': { type: 'boolean' },
        'second-house': { type: 'boolean' },
        variant: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}
