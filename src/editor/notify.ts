import { element } from './element';

/**
 * Shows a message as plain text. Node-RED would insert a string as HTML, and messages can contain texts of the service.
 */
export function notify(message: string, type: 'error' | 'warning'): void {
  RED.notify(element('p', {}, [message]), type);
}

/** Asks a question that is answered by yes or no. */
export function askToConfirm(
  question: string,
  answers: { readonly yes: string; readonly no: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isAgreed: boolean) => {
      asked.close();
      resolve(isAgreed);
    };
    const asked = RED.notify(element('p', {}, [question]), {
      type: 'warning',
      modal: true,
      fixed: true,
      buttons: [
        { text: answers.no, click: () => end(false) },
        { text: answers.yes, class: 'primary', click: () => end(true) },
      ],
    });
  });
}

/** Asks a question with a choice among `options`, ids with their labels. Resolves with undefined where nothing is chosen. */
export function askToChoose(
  question: string,
  options: readonly { readonly id: string; readonly label: string }[],
  answers: { readonly choose: string; readonly later: string },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const select = element(
      'select',
      { class: 'breakerflow-choice' },
      options.map(({ id, label }) => element('option', { value: id }, [label])),
    );
    const end = (chosen?: string) => {
      asked.close();
      resolve(chosen);
    };
    const asked = RED.notify(element('div', {}, [element('p', {}, [question]), select]), {
      type: 'warning',
      modal: true,
      fixed: true,
      buttons: [
        { text: answers.later, click: () => end() },
        { text: answers.choose, class: 'primary', click: () => end(select.value) },
      ],
    });
  });
}
