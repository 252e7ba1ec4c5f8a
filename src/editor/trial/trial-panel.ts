import type { TrialAnswer, TriedRequest } from '../../admin-api';
import { addStyleSheet, askAccount, element, smallButton, type TrialOptions, type TrialPanel, text } from '..';
import { messageTree } from './message-tree';
import { createSamples } from './samples';
import { trialStyle } from './trial-style';

const tickMs = 1_000;

/** Shows what the node would send, and asks for what its message has to bring. */
export function createTrial({ host, node, fields, form, account, problems }: TrialOptions): TrialPanel {
  addStyleSheet(trialStyle);
  const samples = createSamples(fields, form);
  const result = element('div', { role: 'status' });
  let running: AbortController | undefined;
  host.replaceChildren(samples.host, result);

  async function run(): Promise<void> {
    running?.abort();
    const from = account();
    const wrong = problems();
    const lacks = samples.update();
    if (from === undefined) return result.replaceChildren(failure(text('picker.noAccount')));
    if (wrong.length > 0) return result.replaceChildren(...wrong.map(failure));
    if (lacks) return result.replaceChildren(note(text('trial.fillIn')));
    const own = new AbortController();
    running = own;
    const ticking = showProgress(own);
    try {
      const question = {
        ...{ type: node.type, nodeId: node.id, flowId: String(node.z ?? '') },
        ...{ config: form.values(), sample: samples.values() },
      };
      const answer = await askAccount(from, 'try', { question }, own.signal);
      if (running !== own) return;
      result.replaceChildren(...shown(answer));
      result.firstElementChild?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (own.signal.aborted) return;
      result.replaceChildren(failure(error instanceof Error ? error.message : String(error)));
    } finally {
      clearInterval(ticking);
      if (running === own) running = undefined;
    }
  }

  function showProgress(own: AbortController): ReturnType<typeof setInterval> {
    const startedMs = performance.now();
    const said = element('span', {}, [text('trial.asking', { seconds: 0 })]);
    const cancel = smallButton(text('trial.cancel'), () => {
      running = undefined;
      own.abort();
      result.replaceChildren(note(text('trial.cancelled')));
    });
    result.replaceChildren(element('p', {}, [said, ' ', cancel]));
    return setInterval(() => {
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      said.textContent = text('trial.asking', { seconds });
    }, tickMs);
  }

  return { run, close: () => running?.abort() };
}

function shown(answer: TrialAnswer): HTMLElement[] {
  const { messages, more, requests, badge, error, stoppedAfter } = answer;
  const isEmpty = messages.length === 0 && error === undefined && stoppedAfter === undefined;
  const outputs = new Set(messages.map(({ output }) => output));
  return [
    ...(error === undefined ? [] : [failure(text('trial.error', { message: error.message }))]),
    ...(stoppedAfter === undefined ? [] : [failure(text('trial.stopped', { seconds: stoppedAfter }))]),
    ...(isEmpty ? [note(text('trial.nothing'))] : []),
    ...(requests.length === 0 ? [] : shownRequests(answer)),
    ...messages.flatMap(({ output, msg }, at) => [
      element('h4', {}, [outputs.size > 1 ? text('trial.output', { number: output + 1 }) : text('trial.message')]),
      messageTree(msg, at, answer),
    ]),
    ...(more > 0 ? [note(text('trial.more', { count: more }))] : []),
    ...(badge === undefined ? [] : [note(text('trial.badge', { text: badge }))]),
  ];
}

function shownRequests({ requests, names, sends }: TrialAnswer): HTMLElement[] {
  return [
    element('h4', {}, [text('trial.requests')]),
    note(text(`trial.sends.${sends}`)),
    ...requests.map((request) => shownRequest(request, names)),
  ];
}

function shownRequest({ operation, method, path, body, deviceId }: TriedRequest, names: TrialAnswer['names']) {
  const device = deviceId === undefined ? '' : (names[deviceId] ?? deviceId);
  return element('div', { class: 'breakerflow-trial-request' }, [
    element('div', {}, [
      element('strong', {}, [device === '' ? operation : `${device}: ${operation}`]),
      element('div', {}, [element('code', {}, [`${method} ${path}`])]),
    ]),
    ...(body === undefined ? [] : [element('pre', {}, [JSON.stringify(body, undefined, 2)])]),
  ]);
}

function note(said: string): HTMLElement {
  return element('p', { class: 'breakerflow-trial-note' }, [said]);
}

function failure(said: string): HTMLElement {
  return element('div', { class: 'breakerflow-error', role: 'alert' }, [said]);
}
