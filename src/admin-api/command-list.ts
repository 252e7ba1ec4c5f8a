/** How a command of the record ended, for its look. `open`: it has not ended, or the process ended first. */
export type CommandEnding = 'done' | 'notDone' | 'unknown' | 'open';

/** One command of the record, as the sidebar shows it. Times are wall time, epoch ms. */
export interface ListedCommand {
  readonly sequence: number;
  /** The devices that it is for; none where it names a location. */
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  /** Such as `open`, or what is changed in a few words. */
  readonly what: string;
  readonly reason?: string;
  /** A person who acted in the sidebar. */
  readonly user?: string;
  readonly node?: { readonly id?: string; readonly name?: string; readonly flow?: string };
  readonly askedAt: number;
  /** Absent: nothing was sent. */
  readonly sentAt?: number;
  /** In the language of the editor. */
  readonly outcome: string;
  readonly ending: CommandEnding;
  /** How many equal refusals it stands for, besides itself. */
  readonly repeated?: number;
}

/** One page of the record of commands, the newest first. */
export interface CommandList {
  readonly commands: readonly ListedCommand[];
  /** There are older ones: ask again with the `sequence` of the last one as `after`. */
  readonly more: boolean;
  /** The record is complete since then. */
  readonly since: number;
}
