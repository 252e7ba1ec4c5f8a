/** Devices that the circuit directory of an account protects. */
export interface CriticalDevices {
  isCritical(deviceId: string): boolean;
  hasCritical(): boolean;
}

/** The safety settings of an account. */
export interface SafetySettings {
  /** Commands are sent; otherwise every command is a dry run. */
  readonly armed: boolean;
  /** Devices that are never operated. */
  readonly protectedDevices: readonly string[];
  /** Further devices that are never operated; asked anew at each command, because it can change between two of them. */
  readonly critical?: CriticalDevices;
  /** Load types that are never operated, such as `refrigerator`. */
  readonly protectedLoads: readonly string[];
  /** Ceiling on the devices of one command that were not picked one by one. */
  readonly maxDevices: number;
  /** A command older than this is not sent. */
  readonly commandExpiryMs: number;
  /** After a start, commands made before it are not sent for this long. */
  readonly startMuteMs: number;
  /** A dry run reads what the interlocks judge by, and is refused where the command would be. */
  readonly judgesDryRuns?: boolean;
}

/** Whether nothing is sent: the node is set to dry run, or the account is not armed. */
export function isDryRun({ dryRun }: { readonly dryRun: boolean }, { armed }: Pick<SafetySettings, 'armed'>): boolean {
  return dryRun || !armed;
}
