import { type Circuit, type Leg, legs } from '../../directory';
import { element, smallButton } from '..';
import { circuitText } from './circuit-texts';
import { deviceText, type TableDevice } from './table-device';

interface RowOptions {
  readonly circuit: Circuit;
  readonly number: number;
  readonly device: TableDevice;
  /** The devices that have no row yet. */
  readonly freeDevices: () => readonly TableDevice[];
  readonly problemsOf: (field: string) => readonly string[];
  readonly onChange: (circuit: Circuit) => void;
  readonly onRemove: () => void;
  /** Only where the device is gone. */
  readonly onReplace?: () => void;
}

/** One row of the table, with the problems of each field below it. */
export function circuitRow({
  circuit,
  number,
  device: own,
  freeDevices,
  problemsOf,
  onChange,
  onRemove,
  onReplace,
}: RowOptions): HTMLElement {
  const label = (field: keyof Circuit) => `${circuitText(`column.${field}`)} ${number}`;
  const change = (part: { readonly [Field in keyof Circuit]?: Circuit[Field] | undefined }) =>
    onChange(
      Object.fromEntries(Object.entries({ ...circuit, ...part }).filter(([, value]) => value !== undefined)) as never,
    );

  function cell(field: keyof Circuit, input: HTMLElement): HTMLElement {
    const problems = problemsOf(field);
    input.setAttribute('aria-label', label(field));
    if (problems.length > 0) {
      input.setAttribute('aria-invalid', 'true');
      input.classList.add('input-error');
    }
    return element('td', { 'data-field': field, role: 'cell' }, [
      element('span', { class: 'breakerflow-column', 'aria-hidden': 'true' }, [circuitText(`column.${field}`)]),
      input,
      ...problems.map((problem) => element('div', { class: 'breakerflow-error' }, [problem])),
    ]);
  }
  function textCell(field: 'name' | 'space' | 'room'): HTMLElement {
    const input = element('input', { type: 'text' });
    input.value = circuit[field] ?? '';
    input.addEventListener('keydown', takeOnEnter);
    input.addEventListener('change', () => {
      const value = input.value.trim();
      change({ [field]: value === '' && field !== 'name' ? undefined : value });
    });
    return cell(field, input);
  }
  function flagCell(field: 'feedsIn' | 'critical'): HTMLElement {
    const input = element('input', { type: 'checkbox' });
    input.checked = circuit[field] === true;
    input.addEventListener('change', () => change({ [field]: input.checked ? true : undefined }));
    return cell(field, input);
  }

  const device = element('select', { title: circuit.deviceId }, [option(own)]);
  // Thousands of rows with thousands of devices each would be millions of options.
  const fill = () => {
    if (device.options.length === 1) device.append(...freeDevices().map(option));
  };
  for (const event of ['pointerdown', 'focus']) device.addEventListener(event, fill);
  device.addEventListener('change', () => {
    const chosen = freeDevices().find(({ id }) => id === device.value);
    if (chosen !== undefined) change({ deviceId: chosen.id, serialNumber: chosen.serialNumber ?? '' });
  });
  const leg = element(
    'select',
    {},
    ['', ...legs].map((one) => element('option', { value: one }, [one === 'both' ? circuitText('both') : one])),
  );
  leg.value = circuit.leg ?? '';
  leg.addEventListener('change', () => change({ leg: leg.value === '' ? undefined : (leg.value as Leg) }));
  const rated = element('input', { type: 'number', min: '0', step: 'any' });
  rated.value = circuit.ratedA === undefined ? '' : String(circuit.ratedA);
  rated.addEventListener('keydown', takeOnEnter);
  rated.addEventListener('change', () => change({ ratedA: rated.value === '' ? undefined : Number(rated.value) }));
  const remove = element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      'aria-label': circuitText('table.remove', { number }),
    },
    [element('i', { class: 'fa fa-trash', 'aria-hidden': 'true' })],
  );
  remove.addEventListener('click', onRemove);
  const deviceCell = cell('deviceId', device);
  if (onReplace !== undefined)
    deviceCell.append(
      element('div', { class: 'breakerflow-warning' }, [
        `${circuitText('table.gone')} `,
        smallButton(circuitText('table.replace'), onReplace),
      ]),
    );
  return element('tr', { 'data-device': circuit.deviceId, role: 'row' }, [
    textCell('space'),
    textCell('name'),
    deviceCell,
    cell('leg', leg),
    cell('ratedA', rated),
    flagCell('critical'),
    flagCell('feedsIn'),
    textCell('room'),
    element('td', { 'data-field': 'remove', role: 'cell' }, [remove]),
  ]);
}

function option(device: TableDevice): HTMLElement {
  return element('option', { value: device.id }, [deviceText(device)]);
}

/** Enter takes the value, and nothing else: it would close the dialog, and the row is drawn anew meanwhile. */
function takeOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
  if (event.target instanceof HTMLElement) event.target.blur();
}
