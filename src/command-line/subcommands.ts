import { call } from './call';
import { probe } from './probe';
import { rehearse } from './rehearse';
import { simulator } from './simulator';
import { site } from './site';
import type { Subcommand } from './subcommand';

/** Every subcommand of `breakerflow`, in the order of its help. */
export const subcommands: readonly Subcommand[] = [call, probe, rehearse, simulator, site];
