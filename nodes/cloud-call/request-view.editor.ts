import type { CallPreview, RequestOf } from '../../src/admin-api';
import { ask, element } from '../../src/editor';
import type { Text } from './operation-form.editor';

/** Keystrokes closer than this make one request. */
const pauseMs = 200;

/**
 * Shows the request as it will be sent, and what is wrong with it, each problem at its field. Both are computed by the
 * code that runs the node.
 */
export function createRequestView(
  host: HTMLElement,
  text: Text,
  question: () => RequestOf<'POST call-preview'>['body'],
) {
  const request = element('pre', { class: 'breakerflow-request', 'aria-label': text('request.title') });
  const rest = element('div', { class: 'breakerflow-problems', role: 'status' });
  host.replaceChildren(element('div', { class: 'breakerflow-title' }, [text('request.title')]), request, rest);
  let newestRead = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    const thisRead = ++newestRead;
    try {
      const preview = await ask('POST call-preview', { body: question() });
      if (thisRead === newestRead) show(preview);
    } catch (error) {
      if (thisRead === newestRead) rest.replaceChildren(line(String((error as Error).message)));
    }
  }

  function show({ problems, request: { method, target, body } }: CallPreview): void {
    request.textContent = `${method} ${target}${body === undefined ? '' : `\n\n${body}`}`;
    for (const holder of document.querySelectorAll('.breakerflow-call [data-pointer]'))
      problemOf(holder)?.replaceChildren();
    const unmatched = problems.filter(({ pointer, message }) => {
      const at = elementFor(pointer);
      at?.append(element('div', {}, [message]));
      return at === undefined;
    });
    const count = text(problems.length === 0 ? 'request.complete' : 'request.problems', { count: problems.length });
    rest.replaceChildren(
      element('div', { class: problems.length === 0 ? 'breakerflow-note' : 'breakerflow-error' }, [count]),
      ...unmatched.map(({ field, message }) => line(`${field} ${message}`.trim())),
    );
  }

  return {
    update(): void {
      clearTimeout(pause);
      pause = setTimeout(read, pauseMs);
    },
    close(): void {
      clearTimeout(pause);
      newestRead += 1;
    },
  };
}

/** Where the problem of a value is shown: at its own field, else at the group around it. */
function elementFor(pointer: string): Element | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const holder = document.querySelector(`.breakerflow-call [data-pointer="${CSS.escape(at)}"]`);
    const own = holder === null ? null : problemOf(holder);
    if (own !== null) {
      for (let group = holder?.closest('details'); group; group = group.parentElement?.closest('details'))
        group.classList.add('breakerflow-hasproblem');
      return own;
    }
  }
  return undefined;
}

function problemOf(holder: Element): Element | null {
  holder.classList.remove('breakerflow-hasproblem');
  return holder.querySelector(':scope > .breakerflow-error, :scope > .breakerflow-valueinput > .breakerflow-error');
}

function line(message: string): HTMLElement {
  return element('div', { class: 'breakerflow-error' }, [message]);
}
