import type { ContractProbe } from '../../admin-api';
import type { Clock, Timer } from '../../clock';
import { defined } from '../../object';
import { createProbe, differenceKinds, type Probe } from '../../probe';
import type { Account } from '..';
import { unlistedCall } from './unlisted-call';

interface Run {
  finished: boolean;
  failure: unknown;
  /** Somebody still asks. */
  extend(): void;
}

/** A probe stops this long after somebody has last asked for it. */
const leaseMs = 15_000;

export interface ContractProbes {
  /** Starts a probe, goes on with one that was stopped, or with `again` begins anew, and tells how far it has come. */
  look(again: boolean): Promise<ContractProbe>;
}

/** Compares what an account answers with the specification, while somebody asks; its reads wait for those of nodes. */
export function createContractProbes(account: Account, clock: Clock): ContractProbes {
  let probe: Promise<Probe> | undefined;
  let run: Run | undefined;

  async function create(): Promise<Probe> {
    const client = await account.client();
    return createProbe({
      call: (operation, input, options) =>
        unlistedCall(account, client, { ...options, priority: 'poll' })(operation, input),
      nowMs: () => clock.now() + (client.clockSkewMs() ?? 0),
    });
  }

  function start(current: Probe): Run {
    const stop = new AbortController();
    const begun: Run = { finished: false, failure: undefined, extend: () => {} };
    let lease: Timer | undefined;
    begun.extend = () => {
      lease?.cancel();
      lease = clock.after(leaseMs, () => stop.abort());
    };
    current
      .run(stop.signal)
      .catch((failure: unknown) => {
        begun.failure = failure;
      })
      .finally(() => {
        lease?.cancel();
        begun.finished = true;
      });
    return begun;
  }

  return {
    async look(again) {
      const isOver = run === undefined || run.finished;
      if (probe === undefined || (again && isOver && (await probe).report().finished)) probe = create();
      const current = await probe.catch((failure: unknown) => {
        probe = undefined;
        throw failure;
      });
      if (again && (run === undefined || run.finished)) run = start(current);
      if (run?.finished === false) run.extend();
      if (run?.failure !== undefined) {
        const { failure } = run;
        probe = undefined;
        run = undefined;
        throw failure;
      }
      return told(current, run?.finished === false);
    },
  };
}

function told(probe: Probe, isRunning: boolean): ContractProbe {
  const report = probe.report();
  const operations = report.operations.map(({ operation, result, differences, code, statusCode, settings }) => ({
    operation,
    result,
    differences: differences.map((difference) => ({ ...difference, ...differenceKinds[difference.kind] })),
    ...defined({ code, statusCode }),
    settings: settings.map(({ what }) => what),
  }));
  return {
    finished: !isRunning,
    ...defined({ stopped: report.stopped }),
    tried: operations.filter(({ result }) => result !== 'waiting').length,
    total: operations.length,
    operations,
    report,
  };
}
