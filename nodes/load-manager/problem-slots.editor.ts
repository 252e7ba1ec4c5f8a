import { element } from '../../src/editor';

/** Where the problems of a row stand. */
export const problemSlot = () => element('div', { class: 'breakerflow-lm-problems', role: 'status' });

/** Shows the problems of each row of a list at the row. */
export function fillSlots(list: HTMLElement, byRow: ReadonlyMap<number, readonly string[]>): void {
  for (const [index, shown] of [...list.children].entries())
    shown
      .querySelector('.breakerflow-lm-problems')
      ?.replaceChildren(
        ...(byRow.get(index) ?? []).map((told) => element('div', { class: 'breakerflow-error' }, [told])),
      );
}
