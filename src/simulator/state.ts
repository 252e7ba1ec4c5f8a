import type { AnswerOf, HardwareType, InputOf } from '../catalog';
import type { PastReports } from './report-settings';

/** Epoch milliseconds on the simulator's clock. */
export type Instant = number;

/** How a circuit draws current over a day; a pure function of the seed and the instant gives the figures. */
export interface LoadProfile {
  readonly kind:
    | 'mains'
    | 'refrigerator'
    | 'air-conditioner'
    | 'water-heater'
    | 'oven'
    | 'lighting'
    | 'outlets'
    | 'pool-pump'
    | 'dryer'
    | 'heat-pump'
    | 'server-rack'
    | 'solar-inverter'
    | 'spare'
    | 'ev';
  /** RMS amperes at full draw of one leg. */
  readonly ratedA: number;
  /** Decorrelates devices of one kind. */
  readonly seed: number;
  /** IANA name of the zone by whose clock it lives; that of the simulated house when absent. */
  readonly zone?: string;
  /** A week of it, which is repeated; it counts before the kind. */
  readonly recorded?: RecordedWeek;
}

/** Mean power by steps of a local week, the first one from Sunday 00:00 on. */
export interface RecordedWeek {
  readonly everyMinutes: 1 | 5 | 15;
  /** W of all legs, negative when generated; null: not recorded. */
  readonly watts: readonly (number | null)[];
}

/** A car that comes every week, by the clock of a zone. */
export interface WeeklyVisit {
  /** Since Sunday 00:00. */
  readonly minute: number;
  /** How long it stays, minutes. */
  readonly minutes: number;
  readonly neededWh: number;
  /** The car's own limit, RMS amperes. */
  readonly carMaxA: number;
}

/** From `at` on, until the next entry, the circuit conducted or not. Kept in order of time. */
export interface ConductionEntry {
  readonly at: Instant;
  readonly closed: boolean;
}

export interface HandleEvent {
  readonly at: Instant;
  readonly position: 'open' | 'closed';
  readonly source: string;
}

export interface PlugSessionState {
  id: string;
  deviceId: string;
  startedAt: Instant;
  stoppedAt?: Instant;
  /** Wh the car still takes when plugged in. */
  neededWh: number;
  /** The car's own limit, RMS amperes. */
  carMaxA: number;
  /** What was drawn, from `at` on, until the next entry. */
  draw: { at: Instant; amps: number }[];
  chargeSessions: { startedAt: Instant; stoppedAt?: Instant }[];
  /** Up to where `draw` was worked out; `startedAt` when absent. */
  settledAt?: Instant;
  /** When the car will be unplugged; absent when nobody knows. */
  leavesAt?: Instant;
}

/** What was configured; the mode that is read can differ. */
export interface EvseConfigurationState {
  mode: NonNullable<InputOf<'evse.updateConfiguration'>['body']['mode']>;
  configuration: NonNullable<InputOf<'evse.updateConfiguration'>['body']['configuration']>;
}

export interface EvseDeviceState {
  configuration: EvseConfigurationState;
  currentError: string;
  permanentError: boolean;
  ocppChargePointId?: string;
  /** A change that was acknowledged and is read back, and applied, from `at` on. */
  pending?: { at: Instant; configuration: EvseConfigurationState };
  /** When what it applies changed by an operation the last time. */
  changedAt?: Instant;
  /** The cars that come; absent: that of the last session, by the routine of its driver. */
  visits?: readonly WeeklyVisit[];
}

export interface DeviceState {
  id: string;
  locationId: string;
  organizationId: string;
  hardwareType: HardwareType;
  sku: string;
  serialNumber: string;
  chargerStationId?: string;
  loadDetails?: AnswerOf<'devices.get'>['loadDetails'];
  /** Panel label, such as `Kitchen oven`. */
  label: string;
  poles: 1 | 2;
  /** Of pole A; A when absent. */
  leg?: 'A' | 'B';
  ratedA: number;
  load: LoadProfile;
  online: boolean;
  onlineSince: Instant;
  /** Set while the device is offline: its last report is not after it. */
  offlineSince?: Instant;
  remoteHandle: 'open' | 'closed';
  mainHandle: 'open' | 'closed';
  /** When the running timer closes the breaker again. */
  resetAt?: Instant;
  lastCommandAt?: Instant;
  /** A command that waits for the end of an override event. */
  storedCommand?: InputOf<'remoteHandle.setPosition'>['body'];
  handleHistory: HandleEvent[];
  mainHandleHistory: HandleEvent[];
  conduction: ConductionEntry[];
  /** Where `conduction`, and with it the telemetry, begins; the commissioning when absent. */
  recordedSince?: Instant;
  /** Register reading where `conduction` begins, Wh. */
  energyBaseWh: number;
  /** The same of what was generated; 0 when absent. */
  energyGeneratedBaseWh?: number;
  commissionedAt: Instant;
  boots: number;
  settings: {
    waveformConfiguration: AnswerOf<'waveformConfiguration.get'>;
    loadPresentThreshold: number;
    alignment: 'none' | 'clock';
    alignmentSince: Instant;
    dataReportRate: number;
    /** Of both until their changes, oldest first; what `alignmentSince` tells when absent. */
    reportsBefore?: readonly PastReports[];
    bargraphMode: 'track-meter-data' | 'user-defined';
    bargraphColors?: AnswerOf<'bargraphColors.get'>;
  };
  waveforms: {
    id: string;
    trigger: string;
    type: 'waveform' | 'fastRMS';
    capturedAt: Instant;
    /** The circuit was closed then: no current before, and the inrush of its load after. */
    inrush?: true;
  }[];
  evse?: EvseDeviceState;
}

export interface SecretState {
  name: 'secret1' | 'secret2';
  value: string;
  expiry: Instant;
  /** The simulator's own: it does not end. */
  lasting?: true;
}

export interface ServiceAccountState {
  clientId: string;
  secrets: SecretState[];
}

export interface OrganizationState {
  id: string;
  name: string;
  description: string;
  serviceAccount: ServiceAccountState;
}

export interface LocationState {
  id: string;
  organizationId: string;
  parentLocationId?: string;
  locationType: 'custom' | 'address' | 'equipment';
  details: Omit<
    AnswerOf<'locations.get'>,
    'id' | 'organizationId' | 'parentLocationId' | 'locationType' | 'permissions'
  >;
}
