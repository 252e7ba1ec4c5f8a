import type { Form } from './form';

/** Whoever ticks *Message for people* reads the clock of this browser: its zone is entered where none stands. */
export function offerZone(form: Form): void {
  const flag = form.input('words');
  const zone = form.input('wordsZone');
  // A click, not a change: opening the dialog of a node that has no zone must enter none.
  flag.on('click', () => {
    if (!flag.is(':checked') || zone.val() !== '') return;
    zone.val(new Intl.DateTimeFormat().resolvedOptions().timeZone).trigger('change');
  });
}
