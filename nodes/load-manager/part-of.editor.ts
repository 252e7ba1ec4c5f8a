import { element } from '../../src/editor';
import type { OwnText } from './load-row.editor';
import type { OtherManager } from './other-managers';

interface PartOfOptions {
  /** Keeps the id. */
  readonly input: Query;
  readonly text: OwnText;
  readonly others: () => readonly OtherManager[];
}

/** A choice of the manager that this one is a part of. Returns what draws it anew. */
export function createPartOf({ input, text, others }: PartOfOptions): () => void {
  const hidden = input[0] as HTMLInputElement;
  const select = element('select', { 'aria-label': text('label.partOf') });
  hidden.style.display = 'none';
  hidden.after(select);
  select.addEventListener('change', () => input.val(select.value).trigger('change'));
  return () => {
    const known = others().map(({ id, name }) => ({ id, name }));
    const isGone = hidden.value !== '' && !known.some(({ id }) => id === hidden.value);
    const gone = isGone ? [{ id: hidden.value, name: text('table.gone', { id: hidden.value }) }] : [];
    select.replaceChildren(
      ...[{ id: '', name: text('table.partOfNone') }, ...gone, ...known].map(({ id, name }) =>
        element('option', { value: id }, [name]),
      ),
    );
    select.value = hidden.value;
  };
}
