import { installedModules } from './harness/installed';
import type { Row } from './harness/row';
import { compare } from './harness/run';
import { flowSubject, handBundle } from './sides/flow-start';

export const row: Row = {
  name: 'start.flow',
  title: 'six node types loaded with a flow, and the simulator / the same bundled by hand',
  goal: { atMost: 1.1 },
  unit: 'CPU ms a start',
  async measure(run) {
    const modules = await installedModules(run.directory);
    const byHand = await handBundle(modules);
    const plan = { processes: 1, rounds: 61, quickRounds: 3 };
    const subjects = { ours: flowSubject(modules), byHand: flowSubject(modules, byHand) };
    const { samples, disturbed } = await run.interleave(subjects, plan);
    return compare(samples.ours, samples.byHand, disturbed);
  },
};
