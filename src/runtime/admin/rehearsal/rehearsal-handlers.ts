import type { NodeAPI } from 'node-red';
import type { RehearsalState } from '../../../admin-api';
import { createSiteDevices, enabledTabs, type Scenario } from '../../../rehearsal';
import { problem } from '../../../schema';
import { clockOf, invalidInput, type Texts, userDirOf } from '../..';
import type { Handlers } from '../route';
import { deployedFlow } from './deployed-flow';
import { keptScenarios, safeName } from './kept-scenarios';
import { createRehearsals } from './rehearsals';
import { readPlan, scenarioOfPlan } from './scenario-of-plan';
import { inWords, standInsOf } from './shown-result';
import { sitesOfAccounts, withKnownSites } from './sites-of-accounts';

/** The routes of *Rehearse*: one rehearsal at a time, and the scenarios that people keep. A start reads the sites of the accounts. */
export function rehearsalHandlers(RED: NodeAPI) {
  const sites = sitesOfAccounts(RED);
  const devicesOf = createSiteDevices();
  const rehearsals = createRehearsals(RED, sites);
  const kept = keptScenarios(userDirOf(RED));

  const state = (texts: Texts): RehearsalState => {
    const flow = deployedFlow(RED);
    const known = withKnownSites(flow, sites);
    return {
      flows: enabledTabs(flow),
      devices: devicesOf(known, ({ id }) => sites.known(id)),
      standIns: standInsOf(flow),
      scenarios: kept.list(),
      ...rehearsals.progress(texts),
    };
  };

  function planned(given: unknown): Scenario {
    const read = readPlan(given);
    if ('problems' in read) throw invalidInput('no rehearsal is described', read.problems);
    const account = deployedFlow(RED).find(({ type }) => type === 'breaker-account');
    return scenarioOfPlan(read.plan, { nowMs: clockOf(RED).now(), seed: Number(account?.seed ?? 1) });
  }

  return {
    'GET rehearsal': async ({ texts }) => state(texts),
    'POST rehearsal/start': async ({ string, value, texts }) => {
      const chosen = value('plan') === undefined ? kept.read(string('scenario')) : { scenario: planned(value('plan')) };
      if (chosen === undefined) return undefined;
      if ('problems' in chosen) throw invalidInput('the scenario cannot be rehearsed', chosen.problems);
      rehearsals.start(chosen.scenario);
      return state(texts);
    },
    'POST rehearsal/cancel': async ({ texts }) => {
      rehearsals.cancel();
      return state(texts);
    },
    'GET rehearsal/result': async ({ texts }) => {
      const result = rehearsals.result();
      return result === undefined ? undefined : inWords(result, texts);
    },
    'POST rehearsal/save': async ({ string, value, texts }) => {
      const name = safeName(string('name'));
      if (name === '') throw invalidInput('a scenario needs a name', [problem('name', 'required', 'is required')]);
      kept.keep(name, planned(value('plan')));
      return state(texts);
    },
    'POST rehearsal/delete': async ({ string, texts }) => {
      kept.remove(string('name'));
      return state(texts);
    },
  } satisfies Partial<Handlers>;
}
