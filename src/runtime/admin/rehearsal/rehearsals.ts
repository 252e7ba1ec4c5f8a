import { realpathSync } from 'node:fs';
import type { NodeAPI } from 'node-red';
import type { RehearsalResult, RehearsalState } from '../../../admin-api';
import { defined } from '../../../object';
import { type Rehearsal, rehearse, type Scenario, ScenarioError } from '../../../rehearsal';
import { type Texts, watchDeploys } from '../..';
import { deployedFlow } from './deployed-flow';
import { type Ended, shownEnd } from './shown-end';
import { shownResult } from './shown-result';
import type { SiteReadProgress, SitesOfAccounts } from './sites-of-accounts';

const hourMs = 3_600_000;
/** Of real time: whoever waits in front of the editor waits no longer. */
const budgetMs = 120_000;

interface Running {
  simulatedMs: number;
  readonly wholeMs: number;
  /** Before it begins. */
  reading?: SiteReadProgress | undefined;
  cancel(why: 'cancelled' | 'deployed'): void;
}

/** The rehearsals of a runtime, one at a time. */
export interface Rehearsals {
  progress(texts: Texts): Pick<RehearsalState, 'running' | 'ended'>;
  /** Of the newest one that had one. */
  result(): RehearsalResult | undefined;
  /** Begins at once; false where one runs already. */
  start(scenario: Scenario): boolean;
  cancel(): void;
}

/**
 * A deploy ends the rehearsal that runs: what it rehearses is not what runs any more. The end of the runtime does so too. What
 * each account's site is like is read first.
 */
export function createRehearsals(RED: NodeAPI, sites: SitesOfAccounts): Rehearsals {
  let running: Running | undefined;
  let ended: Ended | undefined;
  let result: RehearsalResult | undefined;
  let number = 0;

  async function run(scenario: Scenario): Promise<void> {
    const cancelling = new AbortController();
    let why: Ended['why'] = 'failed';
    const job: Running = {
      ...{ simulatedMs: 0, wholeMs: scenario.hours * hourMs },
      cancel(reason: 'cancelled' | 'deployed') {
        why = reason;
        cancelling.abort(new Error(reason));
      },
    };
    running = job;
    ended = undefined;
    number += 1;
    const stopWatching = watchDeploys(RED.events, { started() {}, stopping: () => job.cancel('deployed') });
    const flow = deployedFlow(RED);
    let failed: unknown;
    try {
      const siteOf = await sites.read(flow, {
        signal: cancelling.signal,
        onProgress(progress) {
          job.reading = progress;
        },
      });
      job.reading = undefined;
      const rehearsal = await rehearse({
        ...{ flow, scenario, budgetMs, nodeRedFrom: nodeRedFile(), signal: cancelling.signal },
        ...{ siteOf, ...defined({ language: languageOf(RED) }) },
        onProgress(simulatedMs) {
          job.simulatedMs = simulatedMs;
        },
      });
      result = shown(rehearsal, scenario, flow);
      why = 'done';
    } catch (error) {
      if (error instanceof ScenarioError) why = 'refused';
      if (!cancelling.signal.aborted) failed = error;
    } finally {
      stopWatching();
      running = undefined;
      ended = { number, why, error: failed };
    }
  }

  return {
    progress: (texts) =>
      defined({ ended: ended && shownEnd(ended, texts), running: running && shownProgress(running) }),
    result: () => result,
    start(scenario) {
      if (running !== undefined) return false;
      void run(scenario);
      return true;
    },
    cancel: () => running?.cancel('cancelled'),
  };
}

function shownProgress({ simulatedMs, wholeMs, reading }: Running): NonNullable<RehearsalState['running']> {
  return { simulatedMs, wholeMs, ...defined({ reading }) };
}

function shown(rehearsal: Rehearsal, scenario: Scenario, flow: ReturnType<typeof deployedFlow>): RehearsalResult {
  const zone = process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return shownResult(rehearsal, { scenario, zone, flow });
}

/** The program that runs is part of the Node-RED that runs, or requires it. */
function nodeRedFile(): string {
  return realpathSync(process.argv[1] ?? __filename);
}

/** As Node-RED finds it: its setting, or the language of the operating system. */
function languageOf(RED: NodeAPI): string | undefined {
  const { lang } = RED.settings as { readonly lang?: unknown };
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return typeof lang === 'string' ? lang : (LC_ALL ?? LC_MESSAGES ?? LANG)?.slice(0, 2);
}
