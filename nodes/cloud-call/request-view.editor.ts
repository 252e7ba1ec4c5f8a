import { type CallPreview, problemWords, type RequestOf } from '../../src/admin-api';
import { ask, element, text as shared } from '../../src/editor';
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
    const unmatched = problems.filter((found) => {
      const at = elementFor(found.pointer, isWarning(found));
      at?.append(element('div', { class: isWarning(found) ? 'breakerflow-warning' : '' }, [wordsOf(found)]));
      return at === undefined;
    });
    const warnings = problems.filter(isWarning).length;
    const count = problems.length - warnings;
    rest.replaceChildren(
      element('div', { class: count === 0 ? 'breakerflow-note' : 'breakerflow-error' }, [
        text(count === 0 ? 'request.complete' : 'request.problems', { count }),
      ]),
      ...(warnings === 0 ? [] : [warningLine(text('request.warnings', { count: warnings }))]),
      ...unmatched.map((found) => {
        const words = `${found.field} ${wordsOf(found)}`.trim();
        return isWarning(found) ? warningLine(words) : line(words);
      }),
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

type Found = CallPreview['problems'][number];

function isWarning({ severity }: Found): boolean {
  return severity === 'warning';
}

function wordsOf(found: Found): string {
  return problemWords(found, shared);
}

/** Where the problem of a value is shown: at its own field, else at the group around it. */
function elementFor(pointer: string, isWarning: boolean): Element | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const holder = document.querySelector(`.breakerflow-call [data-pointer="${CSS.escape(at)}"]`);
    const own = holder === null ? null : problemOf(holder);
    if (own !== null) {
      for (let group = holder?.closest('details'); group; group = group.parentElement?.closest('details'))
        if (!isWarning) group.classList.add('breakerflow-hasproblem');
      return own;
    }
  }
  return undefined;
}

function problemOf(holder: Element): Element | null {
  holder.classList.remove('breakerflow-hasproblem');
  return holder.querySelector(':scope > .breakerflow-error, :scope > .breakerflow-valueinput > .breakerflow-error');
}

function warningLine(message: string): HTMLElement {
  return element('div', { class: 'breakerflow-warning' }, [message]);
}

function line(message: string): HTMLElement {
  return element('div', { class: 'breakerflow-error' }, [message]);
}
