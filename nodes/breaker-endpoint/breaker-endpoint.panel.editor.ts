import { addDialogStyle, element, smallButton, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/breaker-endpoint.json';
import { type Place, recipe, type Way, wayOf, ways } from './public-address-recipes';

interface PanelOptions {
  readonly host: HTMLElement;
  readonly text: TextsOf<typeof english, 'breaker-endpoint'>;
}

export interface Guide {
  show(place: Place): void;
}

/** The page that tells more of each step. */
const page = 'https://github.com/breakerflow/node-red-breakers/blob/HEAD/docs/public-address.md';

/** The steps to a public address, of the way that is chosen, to be copied. */
export function createGuide({ host, text }: PanelOptions): Guide {
  addDialogStyle(
    'breaker-endpoint',
    `.breakerflow-guide ol { margin: 8px 0; padding-inline-start: 22px; }
.breakerflow-guide li { margin-bottom: 8px; }
.breakerflow-guide pre { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; }`,
  );
  let chosen: Way | undefined;
  let place: Place | undefined;
  const options = ways.map((way) => element('option', { value: way }, [text(`guide.way.${way}`)]));
  const select = element('select', { id: 'breakerflow-way' }, options);
  const list = element('ol');
  select.addEventListener('change', () => {
    chosen = select.value as Way;
    render();
  });
  host.classList.add('breakerflow-guide');
  host.replaceChildren(
    element('div', { class: 'form-row breakerflow-row' }, [
      element('label', { for: 'breakerflow-way' }, [text('guide.use')]),
      select,
    ]),
    list,
    element('a', { href: page, target: '_blank', rel: 'noreferrer' }, [text('guide.page')]),
  );

  function render(): void {
    if (place === undefined) return;
    const way = chosen ?? wayOf(place.publicHost);
    select.value = way;
    list.replaceChildren(
      ...recipe(way, place).map((step) =>
        element('li', {}, [text(`guide.step.${step.text}`), ...(step.code === undefined ? [] : code(step.code))]),
      ),
    );
  }

  function code(copied: string): HTMLElement[] {
    const copy = smallButton(text('guide.copy'), () => RED.clipboard.copyText(copied, $(copy), text('guide.copied')));
    return [element('pre', {}, [copied]), copy];
  }

  return {
    show(next) {
      place = next;
      render();
    },
  };
}
