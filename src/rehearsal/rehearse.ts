import { defined } from '../object';
import { ownTypes } from '../own-package';
import { type Problem, problem } from '../schema';
import { type SiteDescription, siteProblems } from '../simulator';
import { chosenNodes } from './chosen-nodes';
import { judge, type Verdict } from './expectations';
import { type Finding, findFaults } from './findings';
import type { RehearsedSite, Result } from './job';
import type { EventNode } from './log';
import { coreKind } from './node-kinds';
import { rehearsedSites, type SiteOf } from './rehearsed-sites';
import { type RehearsedAccount, rewriteFlow, type StandIn, type StoredNode } from './rewrite-flow';
import { runChild } from './run-child';
import { namesUnknown, type Scenario, scenarioProblems, toldOfFile } from './scenario';

export interface RehearsalOptions {
  readonly flow: readonly StoredNode[];
  /** Checked here: a {@link ScenarioError} names every problem of it. */
  readonly scenario: unknown;
  /** The site of an account, as `siteOfAccount` tells it; the demo site of its seed by default. */
  readonly siteOf?: SiteOf;
  /** The site that the scenario names. */
  readonly siteNamed?: (name: string) => SiteDescription | undefined;
  /** Of real time, 60 s by default. */
  readonly budgetMs?: number;
  readonly nodeRedFrom: string;
  /** In which nodes tell reasons and errors, as `lang` of settings.js has it; English by default. */
  readonly language?: string;
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
  readonly sites: readonly Pick<RehearsedSite, 'site' | 'isDescribed' | 'gaps'>[];
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
  const { nodes: flow, problems: unknownFlows } = chosenNodes(options.flow, scenario.flows);
  const { nodes, standIns, accounts } = rewriteFlow(flow, own);
  const siteOf = chosenSites(scenario.site, accounts, options);
  const sites = rehearsedSites(accounts, { siteOf, startMs, ...defined({ seed: scenario.seed }) });
  const devices = sites.flatMap(({ state }) => state.devices);
  const known = { devices, nodes: flow };
  const unknown = [...unknownFlows, ...namesUnknown(scenario, known)];
  if (unknown.length > 0) throw new ScenarioError(unknown);
  const { nodeRedFrom, onProgress, signal, language, budgetMs = defaultBudgetMs } = options;
  const result = await runChild({
    job: { flow: nodes, sites, scenario, standIns, budgetMs, ...defined({ language }) },
    nodeRedFrom,
    ...defined({ onProgress, signal }),
  });
  const received = nodesWithInput(flow, own).map((node) => ({
    node,
    messages: result.received[node.id] ?? 0,
  }));
  const { events, samples } = result;
  return {
    result,
    verdicts: judge(scenario.expect ?? [], { events, samples, startMs, known }),
    findings: findFaults({ events, devices, received, misconfigured: result.misconfigured }),
    standIns,
    accounts,
    sites: sites.map(({ site, isDescribed, gaps }) => ({ site, isDescribed, gaps })),
  };
}

/**
 * The site that a scenario names is that of the accounts of the service, or of all where the flow has none of these. Throws a
 * {@link ScenarioError} where there is no such site: on another one everything that is expected could be met.
 */
function chosenSites(
  named: string | undefined,
  accounts: readonly RehearsedAccount[],
  { siteOf = () => undefined, siteNamed = () => undefined }: Pick<RehearsalOptions, 'siteOf' | 'siteNamed'>,
): SiteOf {
  if (named === undefined) return (account) => known(siteOf(account));
  const site = siteNamed(named);
  if (site === undefined) throw new ScenarioError([unknownSite(named)]);
  const hasService = accounts.some(({ seed }) => seed === undefined);
  return (account) => (hasService && account.seed !== undefined ? known(siteOf(account)) : known(site));
}

const unknownSite = (name: string) => problem('site', 'unknownSite', `there is no site "${name}"`, { name });

/** Throws a {@link ScenarioError} with every problem of a description. */
function known(site: SiteDescription | undefined): SiteDescription | undefined {
  const problems = site === undefined ? [] : siteProblems(site);
  if (problems.length === 0) return site;
  throw new ScenarioError(
    problems.map((found) => toldOfFile({ ...found, field: ['site', found.field].filter(Boolean).join('.') })),
  );
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
