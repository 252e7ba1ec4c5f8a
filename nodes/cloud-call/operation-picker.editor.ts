import { ask, element, inEnglish } from '../../src/editor';
import { button } from './body-fields.editor';
import { credentialWords } from './credential-words.editor';
import type { ChapterKey, OperationLine, Text } from './operation-form.editor';

interface PickerOptions {
  readonly host: HTMLElement;
  readonly text: Text;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Read once per page load: the catalog changes only with the package. */
let cached: Promise<readonly OperationLine[]> | undefined;

async function askOperations(): Promise<readonly OperationLine[]> {
  cached ??= ask('GET operations').then(
    ({ operations }) => operations,
    (error) => {
      cached = undefined;
      throw error;
    },
  );
  return cached;
}

function chapterTitle(text: Text, section: string): string {
  return text(`chapter.${section.replace('.', '_') as ChapterKey}`);
}

/** Chooses an operation by chapter or by typing; arrow keys move, Enter chooses. */
export function createOperationPicker({ host, text, chosen, onChoose }: PickerOptions): void {
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'breakerflow-operations',
    'aria-label': text('picker.search'),
    placeholder: text('picker.search'),
  });
  const chapters = element('select', { 'aria-label': text('picker.chapter') });
  const list = element('div', {
    id: 'breakerflow-operations',
    class: 'breakerflow-operations',
    role: 'listbox',
    'aria-label': text('picker.operations'),
  });
  const bar = element('div', { class: 'breakerflow-searchbar' }, [search, chapters]);
  let lines: readonly OperationLine[] = [];
  let shown: readonly OperationLine[] = [];
  let active = 0;
  let current = chosen;

  function collapse(): void {
    const line = lines.find(({ id }) => id === current);
    const change = button(text('picker.change'), () => expand());
    host.replaceChildren(
      element('div', { class: 'breakerflow-chosen' }, [
        element('span', { class: `breakerflow-method breakerflow-${line?.method.toLowerCase() ?? ''}` }, [
          line?.method ?? '',
        ]),
        element('code', {}, [current]),
        line === undefined ? element('span', {}, [text('picker.unknown')]) : inEnglish(line.title),
        change,
      ]),
    );
  }

  function expand(): void {
    host.replaceChildren(bar, list);
    filter();
    search.focus();
  }

  function choose(line: OperationLine | undefined): void {
    if (line === undefined) return;
    current = line.id;
    collapse();
    onChoose(line.id);
  }

  function filter(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = lines.filter(({ id, title, method, path, section, token }) => {
      if (chapters.value !== '' && section !== chapters.value) return false;
      const all = `${id} ${title} ${method} ${path} ${token.join(' ')}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    active = Math.max(
      0,
      shown.findIndex(({ id }) => id === current),
    );
    list.replaceChildren(
      ...(shown.length === 0
        ? [element('div', { class: 'breakerflow-note', role: 'status' }, [text('picker.none')])]
        : shown.map(option)),
    );
    mark();
  }

  function option(line: OperationLine, index: number): HTMLElement {
    const { id, title, method, path, token } = line;
    const row = element('div', { role: 'option', id: `breakerflow-operation-${index}`, 'data-operation': id }, [
      element('span', { class: `breakerflow-method breakerflow-${method.toLowerCase()}` }, [method]),
      element('span', { class: 'breakerflow-operationtitle', lang: 'en' }, [
        title,
        element('small', {}, [`${id} · ${path}`]),
      ]),
      element('span', { class: 'breakerflow-serial' }, [credentialWords(text, token)]),
    ]);
    row.addEventListener('click', () => choose(line));
    return row;
  }

  function mark(): void {
    for (const [index, row] of [...list.children].entries())
      row.setAttribute('aria-selected', String(index === active));
    search.setAttribute('aria-activedescendant', `breakerflow-operation-${active}`);
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  search.addEventListener('input', filter);
  chapters.addEventListener('change', filter);
  search.addEventListener('keydown', (event) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      active = Math.min(Math.max(active + move, 0), Math.max(shown.length - 1, 0));
      mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // The editor's own handler would look for the form around the field, which is removed by then.
      event.stopPropagation();
      choose(shown[active]);
    }
  });

  async function load(): Promise<void> {
    host.replaceChildren(element('div', { class: 'breakerflow-note', role: 'status' }, [text('picker.loading')]));
    try {
      lines = await askOperations();
    } catch (error) {
      host.replaceChildren(
        element('div', { class: 'breakerflow-error', role: 'alert' }, [String((error as Error).message)]),
        button(text('picker.again'), load),
      );
      return;
    }
    const sections = [...new Set(lines.map(({ section }) => section))];
    chapters.replaceChildren(
      element('option', { value: '' }, [text('picker.allChapters')]),
      ...sections.map((section) => element('option', { value: section }, [chapterTitle(text, section)])),
    );
    if (current === '') expand();
    else collapse();
  }
  load();
}
