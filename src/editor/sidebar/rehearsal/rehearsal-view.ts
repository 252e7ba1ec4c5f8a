import type { RehearsalResult, RehearsalState } from '../../../admin-api';
import { addStyleSheet, ask, element, smallButton, text } from '../..';
import { sidebarText } from '../sidebar-text';
import type { SidebarView } from '../view';
import { endText } from './end-text';
import { hoursText } from './look';
import { createPlanForm } from './plan-form';
import { css } from './rehearsal-style';
import { createResultView } from './result-view';
import { problemList, scenarioList } from './scenario-list';

const askAgainMs = 1_000;

/** *Rehearse*: the deployed flows live simulated hours, and what they would have switched is shown. */
export function createRehearsalView(): SidebarView {
  addStyleSheet(css);
  const mayRun = RED.user.hasPermission('breakerflow.write');
  const form = createPlanForm();
  const chosen = element('fieldset', { class: 'breakerflow-panel', disabled: !mayRun }, [form.element]);
  const start = smallButton(sidebarText('rehearsal.start'), () => run(form.plan()), 'fa-play');
  const cancel = smallButton(sidebarText('rehearsal.cancel'), stop, 'fa-stop');
  const name = element('input', { type: 'text', maxlength: '60', 'aria-label': sidebarText('rehearsal.name') });
  name.placeholder = sidebarText('rehearsal.name');
  const keep = smallButton(sidebarText('rehearsal.keep'), keepPlan, 'fa-floppy-o');
  const bar = element('progress', { max: '1', 'aria-label': sidebarText('rehearsal.page') });
  const far = element('span', { class: 'breakerflow-secondary' });
  const progress = element('div', { class: 'breakerflow-rehearsal-progress', hidden: true }, [bar, far, cancel]);
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const scenarios = element('section', {});
  const results = createResultView();
  const host = element('div', { class: 'breakerflow-page breakerflow-rehearsal' }, [
    element('div', { class: 'breakerflow-simulated' }, [sidebarText('rehearsal.about')]),
    element('section', {}, [
      chosen,
      element('div', { class: 'breakerflow-buttons' }, [start]),
      progress,
      note,
      element('details', {}, [
        element('summary', {}, [sidebarText('rehearsal.keep')]),
        element('div', { class: 'breakerflow-rehearsal-keep' }, [name, keep]),
      ]),
    ]),
    scenarios,
    results.element,
  ]);
  for (const button of [start, cancel, keep]) button.disabled = !mayRun;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;
  /** Of the rehearsal whose result is shown. */
  let shownNumber = 0;

  async function load(question: () => Promise<RehearsalState>): Promise<boolean> {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    try {
      const state = await question();
      if (mine !== turn) return false;
      show(state);
      const { ended, running } = state;
      if (ended?.why === 'done' && ended.number !== shownNumber)
        showResult(ended.number, await ask('GET rehearsal/result'));
      if (running !== undefined && isOpen) timer = setTimeout(reload, askAgainMs);
      return true;
    } catch (error) {
      if (mine === turn) tell(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }
  const reload = () => void load(() => ask('GET rehearsal'));

  function show(state: RehearsalState): void {
    const { running, ended, flows } = state;
    form.fill(state);
    const isRunning = running !== undefined;
    start.hidden = isRunning;
    progress.hidden = !isRunning;
    if (running !== undefined) {
      const { simulatedMs, wholeMs, reading } = running;
      bar.value = reading === undefined ? simulatedMs / wholeMs : reading.read / Math.max(1, reading.devices);
      const [done, whole] = [simulatedMs, wholeMs].map((ms) => hoursText(ms, RED.i18n.lang()));
      far.textContent =
        reading === undefined
          ? sidebarText('rehearsal.progress', { done, whole })
          : sidebarText('rehearsal.reading', { read: reading.read, devices: reading.devices });
    }
    scenarios.replaceChildren(
      ...scenarioList(state, {
        mayRun: mayRun && !isRunning,
        run: (scenario) => void load(() => ask('POST rehearsal/start', { body: { scenario } })),
        remove: (scenario) => void load(() => ask('POST rehearsal/delete', { body: { name: scenario } })),
      }),
    );
    if (isRunning) tell('');
    else if (ended !== undefined && ended.why !== 'done') {
      const end = endText(ended, { text: sidebarText, language: RED.i18n.lang() }, text);
      tell(end.text, ended.why !== 'cancelled', end.lines);
    } else if (flows.length === 0) tell(sidebarText('rehearsal.noFlows'));
    else tell(ended === undefined ? sidebarText('rehearsal.empty') : '');
  }

  function showResult(number: number, result: RehearsalResult): void {
    shownNumber = number;
    results.show(result);
  }

  function tell(said: string, isWrong = false, lines: readonly string[] = []): void {
    note.className = isWrong ? 'breakerflow-error' : 'breakerflow-note';
    note.replaceChildren(said, ...(lines.length === 0 ? [] : [problemList(lines)]));
  }

  function run(plan: ReturnType<typeof form.plan>): void {
    if ('problem' in plan) tell(sidebarText(plan.problem), true);
    else void load(() => ask('POST rehearsal/start', { body: { plan } }));
  }

  function stop(): void {
    void load(() => ask('POST rehearsal/cancel'));
  }

  async function keepPlan(): Promise<void> {
    const plan = form.plan();
    if ('problem' in plan || name.value.trim() === '') {
      tell(sidebarText('problem' in plan ? plan.problem : 'rehearsal.noName'), true);
      return;
    }
    const body = { name: name.value, plan };
    if (await load(() => ask('POST rehearsal/save', { body }))) tell(sidebarText('rehearsal.kept'));
  }

  return {
    element: host,
    open() {
      isOpen = true;
      reload();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
    reload,
  };
}
