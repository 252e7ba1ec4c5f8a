import { ownTypes } from '../own-package';
import type { Problem } from '../schema';
import { judge, type Verdict } from './expectations';
import { type Finding, findFaults } from './findings';
import type { RehearsedSite, Result } from './job';
import type { EventNode } from './log';
import { coreKind } from './node-kinds';
import { type RehearsedAccount, rewriteFlow, type StandIn, type StoredNode } from './rewrite-flow';
import { runChild } from './run-child';
import { namesUnknown, type Scenario, scenarioProblems } from './scenario';
import { siteDevices } from './site-devices';

export interface RehearsalOptions {
  readonly flow: readonly StoredNode[];
  /** Checked here: a {@link ScenarioError} names every problem of it. */
  readonly scenario: unknown;
  /** The site of an account; the demo site of its seed by default. */
  readonly siteOf?: (account: RehearsedAccount) => Pick<RehearsedSite, 'state'> | undefined;
  /** Of real time, 60 s by default. */
  readonly budgetMs?: number;
  readonly nodeRedFrom: string;
  readonly onProgress?: (simulatedMs: number) => void;
  readonly signal?: AbortSignal;
}

/** What a rehearsal has shown, judged. */
export interface Rehearsal {
  readonly result: Result;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  readonly standIns: readonly StandIn[];
  readonly accounts: readonly RehearsedAccount[];
}

/** A scenario that cannot be rehearsed; each problem with its path. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('\n'));
  }
}

const defaultBudgetMs = 60_000;

/**
 * Rehearses a flow over the hours of a scenario, and judges what was seen. Rejects with a {@link ScenarioError} before anything
 * runs, and with a `RehearsalError` where the process ends without a result.
 *
 * @example
 * const { findings } = await rehearse({ flow, scenario: { start: '2026-06-15T05:00:00Z', hours: 24 }, nodeRedFrom: __filename });
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const problems = scenarioProblems(options.scenario);
  if (problems.length > 0) throw new ScenarioError(problems);
  const scenario = options.scenario as Scenario;
  const startMs = Date.parse(scenario.start);
  const own = ownTypes();
  const { nodes, standIns, accounts } = rewriteFlow(options.flow, own);
  const sites = sitesOf(accounts, options.siteOf);
  const devices = sites.flatMap((site) => siteDevices(site, startMs));
  const known = { devices, nodes: options.flow };
  const unknown = namesUnknown(scenario, known);
  if (unknown.length > 0) throw new ScenarioError(unknown);
  const { nodeRedFrom, onProgress, signal, budgetMs = defaultBudgetMs } = options;
  const result = await runChild({
    job: { flow: nodes, sites, scenario, standIns, budgetMs },
    nodeRedFrom,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
  const received = nodesWithInput(options.flow, own).map((node) => ({
    node,
    messages: result.received[node.id] ?? 0,
  }));
  const { events, samples } = result;
  return {
    result,
    verdicts: judge(scenario.expect ?? [], { events, samples, startMs, known }),
    findings: findFaults({ events, devices, received }),
    standIns,
    accounts,
  };
}

/** One for each name: accounts of one site share it. */
function sitesOf(accounts: readonly RehearsedAccount[], siteOf: RehearsalOptions['siteOf']): RehearsedSite[] {
  const sites = new Map<string, RehearsedSite>();
  for (const account of accounts) {
    const { site, seed = 1 } = account;
    if (!sites.has(site)) sites.set(site, { site, seed, ...siteOf?.(account) });
  }
  return [...sites.values()];
}

/** Nodes that are wired from somewhere: what leads to them should come in a day. */
function nodesWithInput(flow: readonly StoredNode[], own: ReadonlySet<string>): EventNode[] {
  const reached = new Set(
    flow.flatMap(({ wires, links, type }) => [
      ...(Array.isArray(wires) ? wires.flat().map(String) : []),
      ...(type === 'link out' && Array.isArray(links) ? links.map(String) : []),
    ]),
  );
  return flow
    .filter(({ id, type, d }) => reached.has(id) && d !== true && (own.has(type) || coreKind(type) !== undefined))
    .filter(({ type }) => type !== 'junction')
    .map(({ id, type, name }) => ({ id, type, name: typeof name === 'string' ? name : '' }));
}
