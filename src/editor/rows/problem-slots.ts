import { element } from '..';

/** Where the problems of a row stand. */
export const problemSlot = () => element('div', { class: 'breakerflow-row-problems', role: 'status' });

/** Shows the problems of each row of a list at the row. */
export function fillSlots(list: HTMLElement, byRow: ReadonlyMap<number, readonly string[]>): void {
  for (const [index, shown] of [...list.children].entries())
    shown
      .querySelector('.breakerflow-row-problems')
      ?.replaceChildren(
        ...(byRow.get(index) ?? []).map((told) => element('div', { class: 'breakerflow-error' }, [told])),
      );
}
