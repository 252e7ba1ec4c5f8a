import { bandProblems, days, type TariffBand } from '../../src/charging';
import type { TextsOf } from '../../src/editor';
import { createTimeInput, element, iconButton, text as shared, smallButton, stopEnter } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';

type Text = TextsOf<typeof english>;

/** Shows the bands of a tariff (times with their own price) in one row each, in place of an input that stores them as JSON. */
export function createBandTable(input: Query, text: Text): void {
  const field = input[0] as HTMLInputElement;
  let bands = readBands(field.value);
  const rows = element('div', { class: 'breakerflow-bands' });
  const notes = element('div', { role: 'status' });
  const add = smallButton(
    text('bands.add'),
    () => {
      bands = [...bands, { name: text('bands.newName'), days: [], from: '2200', to: '0600', pricePerKwh: 0.2 }];
      show();
    },
    'fa-plus',
  );
  field.style.display = 'none';
  field.after(element('div', { class: 'breakerflow-bandtable' }, [rows, add, notes]));

  function writeBack(): void {
    input.val(JSON.stringify(bands)).trigger('change');
    const problems = bandProblems(bands).map(({ path, rule }) =>
      element('div', { class: 'breakerflow-error' }, [`${partName(text, path)}: ${shared(`problem.${rule}`)}`]),
    );
    const none = bands.length > 0 ? [] : [element('div', { class: 'breakerflow-note' }, [text('bands.none')])];
    notes.replaceChildren(...problems, ...none);
  }

  function show(): void {
    rows.replaceChildren(...bands.map(row));
    writeBack();
  }

  function change(index: number, changes: Partial<TariffBand>): void {
    bands = bands.map((band, other) => (other === index ? { ...band, ...changes } : band));
    writeBack();
  }

  function row(band: TariffBand, index: number): HTMLElement {
    const number = index + 1;
    const textField = (
      label: Parameters<Text>[0],
      value: string,
      className: string,
      onInput: (value: string) => void,
    ) => {
      const box = element('input', { type: 'text', class: className, 'aria-label': text(label, { number }) });
      box.value = value;
      box.addEventListener('input', () => onInput(box.value));
      box.addEventListener('keydown', stopEnter);
      return box;
    };
    const dayBoxes = days.map((day) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = band.days.length === 0 || band.days.includes(day);
      box.addEventListener('change', () => {
        const chosen = days.filter((_, index) => dayBoxes[index]?.querySelector('input')?.checked);
        change(index, { days: chosen.length === days.length ? [] : chosen });
      });
      return element('label', {}, [box, text(`day.${day}`)]);
    });
    const remove = iconButton('fa-trash', text('bands.remove', { number }), () => {
      bands = bands.filter((_, other) => other !== index);
      show();
    });
    return element('div', { class: 'breakerflow-band' }, [
      textField('bands.name', band.name, 'breakerflow-bandname', (name) => change(index, { name })),
      createTimeInput({
        value: band.from,
        label: text('bands.from', { number }),
        onChange: (from) => change(index, { from }),
      }),
      createTimeInput({ value: band.to, label: text('bands.to', { number }), onChange: (to) => change(index, { to }) }),
      textField('bands.price', String(band.pricePerKwh), 'breakerflow-time', (price) =>
        change(index, { pricePerKwh: price.trim() === '' ? Number.NaN : Number(price) }),
      ),
      remove,
      element(
        'span',
        { class: 'breakerflow-banddays', role: 'group', 'aria-label': text('bands.days', { number }) },
        dayBoxes,
      ),
    ]);
  }

  rows.replaceChildren(...bands.map(row));
  notes.replaceChildren(
    ...(bands.length > 0 ? [] : [element('div', { class: 'breakerflow-note' }, [text('bands.none')])]),
  );
}

/** The part of a price that a problem is of, as its control is called. */
function partName(text: Text, path: string): string {
  const [, index = '0', part = 'name'] = /^\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const label = part === 'pricePerKwh' ? 'price' : part === 'from' || part === 'to' || part === 'days' ? part : 'name';
  return text(`bands.${label}`, { number: Number(index) + 1 });
}

function readBands(stored: string): TariffBand[] {
  try {
    const value: unknown = JSON.parse(stored);
    return bandProblems(value).length === 0 ? (value as TariffBand[]) : [];
  } catch {
    return [];
  }
}
