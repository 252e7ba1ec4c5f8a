import type { Clock } from '../clock';
import type { Controls } from './controls';
import type { SimulatorCredentials } from './credentials';
import type { DeliveryOptions } from './deliveries';
import type { InProcessTransport } from './in-process';
import type { ServiceState } from './service-state';

export interface SimulatorOptions {
  /** Time of the simulated service: by default the machine's, whose speed `controls.clock` changes. */
  readonly clock?: Clock;
  /** Decides the site, its loads and every identifier; 1 by default. */
  readonly seed?: number;
  /** Where the state is kept; what is there is restored at the start. */
  readonly stateFile?: string;
  /** In place of the demo site, when no state is restored. */
  readonly initialState?: ServiceState;
  /** What the clock showed when `initialState` was taken: what fell due since then is made up for. Now, when absent. */
  readonly initialStateAt?: number;
  readonly tokenLifetimeMs?: number;
  readonly commandPaceMs?: number;
  /** In which ways it differs from the simulated service where the specification is silent: names of `variantNames`. */
  readonly variants?: readonly string[];
  /** How registered webhooks and streams are called: on this machine only, unless it says otherwise. */
  readonly deliveries?: DeliveryOptions;
  /**
   * Hears of what failed in the background: the state could not be written, or what was due could not be done; and of a state file
   * that was set aside, as a {@link StateFileError}.
   */
  readonly onError?: (error: Error) => void;
}

export interface ListenOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Where it listens; 127.0.0.1 by default. Elsewhere than on this machine its secrets are random and do not follow from the seed. */
  readonly host?: string;
  /** Whether the process goes on as long as the server listens; true by default. */
  readonly keepsProcess?: boolean;
}

export interface Simulator {
  /** Each account with its first secret that is valid now. */
  readonly credentials: SimulatorCredentials;
  readonly controls: Controls;
  /**
   * Calls the service without a socket, at any origin below `/api/v1`; `createClient` takes it as its transport. Faults, checks and
   * the log are those of the HTTP server.
   */
  readonly transport: InProcessTransport;
  /**
   * Opens the HTTP server, once. Rejects with Node's error when the port cannot be had: the simulator is closed then, and its state
   * file is as it was, which may be that of another simulator on the port.
   *
   * @example
   * const simulator = await createSimulator();
   * const { baseUrl } = await simulator.serve({ port: 8080 }); // http://127.0.0.1:8080/api/v1
   */
  serve(options?: ListenOptions): Promise<{ readonly baseUrl: string }>;
  /** A copy of everything the service knows, as `initialState` takes it. */
  snapshot(): ServiceState;
  /** Writes the state file now, where there is one; rejects when it cannot be written. */
  save(): Promise<void>;
  /** Cuts every connection, ends every timer and writes the state file. */
  close(): Promise<void>;
}
