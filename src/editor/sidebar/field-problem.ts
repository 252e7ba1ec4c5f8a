import { element } from '..';

let count = 0;

/** The line below a field that says what is wrong with it; empty hides it. Screen readers read it with the field. */
export function fieldProblem(input: HTMLElement) {
  count += 1;
  const line = element('div', { class: 'breakerflow-error', role: 'alert', id: `breakerflow-problem-${count}` });
  line.hidden = true;
  input.setAttribute('aria-describedby', line.id);
  return {
    line,
    show(text: string): void {
      line.textContent = text;
      line.hidden = text === '';
      if (text === '') {
        input.removeAttribute('aria-invalid');
        return;
      }
      input.setAttribute('aria-invalid', 'true');
      // The button that was pressed may stand far below.
      line.scrollIntoView({ block: 'nearest' });
    },
  };
}
